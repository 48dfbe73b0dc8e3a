//! Room for many sockets, and memory that all threads share.

/// So many files and sockets may be open.
#[cfg(unix)]
const WANTED: u64 = 8192;

/// The heaps of the C library that all threads of a server take their memory from: as many as threads seldom want at
/// once.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const HEAPS: i32 = 2;

/// So many bytes at the end of a heap it keeps when they are free. Unless it is told, it learns to keep 64 MiB.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const KEPT: i32 = 1 << 20;

/// Asks the system for room for many sockets; what it does not give is missing later. To be called before any thread of
/// the server begins.
pub fn make() {
    share_heaps();
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        let most = limit.maximum.map_or(WANTED, |most| most.min(WANTED));
        if limit.current.is_some_and(|now| now < most) {
            let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(most), maximum: limit.maximum });
        }
    }
}

/// Lets the threads of a server share heaps; to be called before any of them begins. The C library gives each a heap of
/// its own, which takes 64 MiB of addresses and keeps what it freed for that thread alone: eight hostile texts at once
/// reserved 808 MB so, and 380 MB with two heaps.
///
/// # Source
/// `mallopt(3)`.
pub fn share_heaps() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        #[expect(unsafe_code, reason = "the C library is told in no other way by the process itself")]
        // SAFETY: it takes two numbers, and no thread that it could be told beside has begun.
        unsafe {
            libc::mallopt(libc::M_ARENA_MAX, HEAPS);
            libc::mallopt(libc::M_TRIM_THRESHOLD, KEPT);
        }
    }
}

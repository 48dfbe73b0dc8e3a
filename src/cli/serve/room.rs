//! Room for many sockets.

/// So many files and sockets may be open.
#[cfg(unix)]
const WANTED: u64 = 8192;

/// Asks the system for room for many sockets; what it does not give is missing later.
pub fn make() {
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

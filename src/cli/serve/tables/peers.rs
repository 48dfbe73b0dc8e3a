//! How many sockets are open from where.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};

/// The most sockets.
const MOST: usize = 2048;
/// The most sockets from one address, unless it is this machine.
const MOST_OF_AN_ADDRESS: usize = 64;

/// The sockets that are open, by address.
#[derive(Debug, Default)]
pub struct Peers {
    open: Mutex<BTreeMap<IpAddr, usize>>,
}

/// One socket, until it is dropped.
#[derive(Debug)]
pub struct Peer {
    peers: Arc<Peers>,
    address: IpAddr,
}

/// Where a request comes from.
#[derive(Clone, Copy, Debug)]
pub struct From(pub IpAddr);

impl From {
    /// The address as one of those who are counted: of a long address what a network has, not one machine in it.
    pub fn new(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(long) if !long.is_loopback() => {
                IpAddr::V6(Ipv6Addr::from_bits(long.to_bits() & !u128::from(u64::MAX)))
            }
            other => other,
        })
    }
}

impl Peers {
    /// How many sockets are open.
    pub fn count(&self) -> usize {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).values().sum()
    }

    /// Counts a socket; none if there are too many.
    pub fn enter(self: &Arc<Self>, from: From) -> Option<Peer> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let of_address = open.get(&from.0).copied().unwrap_or_default();
        let is_many = of_address >= MOST_OF_AN_ADDRESS && !from.0.is_loopback();
        if is_many || open.values().sum::<usize>() >= MOST {
            return None;
        }
        open.insert(from.0, of_address + 1);
        Some(Peer { peers: self.clone(), address: from.0 })
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let mut open = self.peers.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use super::*;

    fn from(text: &str) -> From {
        From::new(text.parse().expect("an address"))
    }

    #[test]
    fn an_address_has_so_many_sockets_and_this_machine_more() {
        let peers = Arc::new(Peers::default());
        let theirs: Vec<_> = (0..64).map(|_| peers.enter(from("192.0.2.1")).expect("a place")).collect();
        assert!(peers.enter(from("192.0.2.1")).is_none());
        assert!(peers.enter(from("::ffff:192.0.2.1")).is_none(), "the same written otherwise");
        assert!(peers.enter(from("192.0.2.2")).is_some());
        let ours: Vec<_> = (0..1984).map(|_| peers.enter(from("127.0.0.1")).expect("a place")).collect();
        assert_eq!(peers.count(), 2048);
        assert!(peers.enter(from("127.0.0.1")).is_none(), "no more in all");
        drop((theirs, ours));
        assert_eq!(peers.count(), 0);
    }

    #[test]
    fn a_network_counts_as_one() {
        assert_eq!(from("2001:db8:1:2::1").0, from("2001:db8:1:2:ffff::9").0);
        assert_ne!(from("2001:db8:1:2::1").0, from("2001:db8:1:3::1").0);
        assert!(from("::1").0.is_loopback());
    }
}

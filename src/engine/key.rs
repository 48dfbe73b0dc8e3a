//! Keys: numbers of 64 bits that are equal when positions are.
//!
//! # Equality
//! A position is its pieces with their attributes, the hands, the variables, the terrain, whose turn it is, who is
//! out, and where in the turn play stands with the names kept there. Variables of the record, history, counters and
//! the number of turns are left out; which pieces have moved counts only where a rule asks for it. All of that lies
//! in the first words of the block.

use smallvec::SmallVec;

use crate::program::Name;
use crate::program::node::Op;

use super::course::After;
use super::machine::Machine;
use super::state::State;

/// Where keys begin.
const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

/// The halves of a product, one on the other.
///
/// # Source
/// Folded multiplication, as in Wang Yi's wyhash, <https://github.com/wangyi-fudan/wyhash>.
#[inline]
fn folded(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product >> 64) as u64 ^ product as u64
}

/// A key of words.
#[inline]
fn hashed(seed: u64, words: &[u64]) -> u64 {
    let mut pairs = words.chunks_exact(2);
    let mut key = seed;
    for pair in &mut pairs {
        key = folded(pair[0] ^ 0xd6e8_feb8_6659_fd93, pair[1] ^ key) ^ key.rotate_left(23);
    }
    match pairs.remainder() {
        [word] => folded(word ^ 0xa076_1d64_78bd_642f, key ^ 0xe703_7ed1_a0b4_28db) ^ key.rotate_left(23),
        _ => key,
    }
}

impl<const W: usize> Machine<W> {
    /// The key of the position.
    pub fn key(&self, st: &State) -> u64 {
        self.key_up_to(st, self.program.layout.key_end)
    }

    /// The key of the position without the journey: how the piece came to its cell does not matter.
    pub fn chain_key(&self, st: &State) -> u64 {
        self.key_up_to(st, self.program.layout.travel_start)
    }

    fn key_up_to(&self, st: &State, end: usize) -> u64 {
        let turn = &st.turn;
        let place = u64::from(turn.pc) << 32 | u64::from(turn.phase) << 16 | u64::from(turn.mover) << 8;
        let key = hashed(SEED ^ place ^ u64::from(turn.me), &st.words[..end]);
        let key = if st.buried.is_empty() { key } else { hashed(key, &st.buried) };
        let (first, n) = self.program.layout.written_compared;
        (first..first + n).fold(key, |key, at| match st.words[at] > u64::from(turn.turns) {
            true => folded(key ^ at as u64, SEED),
            false => key,
        })
    }

    /// The key of what stands when the turn is over: pieces, hands, terrain, who is out, and the variables that last
    /// longer than a turn.
    pub fn result_key(&self, st: &State) -> u64 {
        let layout = &self.program.layout;
        let mut words = st.words[..layout.names_start].to_vec();
        for &(from, to) in &layout.passing {
            words[from..to].fill(0);
        }
        hashed(hashed(SEED, &words), &st.buried)
    }

    /// The key of all that the rest of a run depends on when a round of `repeat` begins: not the names that the
    /// operations of the round bind anew.
    pub fn round_key(&self, run: &State, round: std::ops::Range<u32>, after: After) -> u64 {
        let layout = &self.program.layout;
        let mut words: SmallVec<[u64; 64]> = SmallVec::from_slice(&run.words);
        for op in &self.program.ops[round.start as usize..round.end as usize] {
            if let Op::Pick { name, .. } | Op::LetScalar(name, _) | Op::LetSet(name, _) | Op::EachNext { name, .. } = op
            {
                match layout.names[*name as usize] {
                    Name::Scalar(at) => words[at as usize] = 0,
                    Name::Set(at) => words[at as usize..at as usize + W].fill(0),
                }
            }
        }
        let after = match after {
            After::Link(taken, _) => taken as u64,
            After::Own(took) | After::End(took) => u64::from(took),
            After::Nothing => 0,
        };
        let place = u64::from(round.start) << 32 ^ after << 8 ^ u64::from(run.turn.who);
        hashed(hashed(hashed(SEED ^ place, &words), &run.registers), &run.buried)
    }

    /// The key of the pieces alone: kinds and owners.
    pub fn board_key(&self, st: &State) -> u64 {
        let layout = &self.program.layout;
        let end = match layout.kinds.len() {
            0 | 1 => layout.owners + self.program.rules.players.len() * W,
            n => layout.kinds[n - 1] as usize + W,
        };
        let key = hashed(SEED, &st.words[layout.occupied..end]);
        let grave = 1 + layout.attributes.len();
        st.buried.chunks(grave).fold(key, |key, words| folded(key ^ (words[0] >> 8), SEED))
    }

    /// Whether this position, or its pieces, stands for that time at least.
    pub fn repeated(&self, sc: &super::scratch::Scratch<W>, st: &State, board: bool, times: u32, turns: i64) -> bool {
        let now = match sc.history.last().filter(|_| st.turn.noted) {
            Some(&(position, pieces)) => {
                if board {
                    pieces
                } else {
                    position
                }
            }
            None => {
                if board {
                    self.board_key(st)
                } else {
                    self.key(st)
                }
            }
        };
        let turns = usize::try_from(turns).unwrap_or(0).saturating_add(usize::from(st.turn.noted));
        let least = (times as usize).saturating_sub(usize::from(!st.turn.noted));
        least == 0 || sc.history.count(board, now, turns, least) >= least
    }
}

//! What a machine knows of a game: which features of a position are worth how much, learnt from the rules by play.
//!
//! [`Features`] are there for every rule file: which kinds of pieces stand in which class of cells, what is in hand, what
//! stands next to what, variables with numbers, and how far rows are filled that a rule asks for. [`Weights`] say what they are worth, as parts
//! of a sum that stands for how probable a win of the first player is. They are fitted to the ends of games ([`fit`]):
//! of random ones in a short time ([`quick`]), or of many that the player plays against itself (`play::train`).

mod ahead;
pub mod arrivals;
mod careful;
mod cells;
pub mod features;
pub mod fit;
pub mod heritage;
pub mod known;
mod neighbours;
pub mod net;
pub mod policy;
mod prior;
pub mod quick;
pub mod reach;
mod rows;
mod shape;
pub mod shipped;
mod spread;
mod stretches;
mod survey;
pub mod text;
pub mod traits;
pub mod weights;

pub use features::Features;
pub use known::Mind;
pub use quick::{Pupil, Schooling, learn};
pub use text::{Weighing, WeighingError};
pub use weights::{Scales, Sights, UNIT, Weights};

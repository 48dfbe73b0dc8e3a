//! A picture of a position, as text or as SVG. It knows no rules: everything it shows is in a [`Scene`].

mod label;
pub mod scene;
mod strip;
pub mod svg;
pub mod text;
pub mod theme;

#[cfg(test)]
mod fixture;

pub use scene::Scene;
pub use strip::{film, strip};
pub use svg::{Panel, SvgOptions, piece, svg};
pub use text::{TextOptions, text};

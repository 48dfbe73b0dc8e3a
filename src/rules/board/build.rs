//! Builds boards from what a file says about them.

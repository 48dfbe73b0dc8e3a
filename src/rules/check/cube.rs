//! The poses of a cube: all that rolling and turning can reach, and how they follow one another.

use crate::diagnostic::{Code, nearest::nearest};
use crate::syntax::ast::{CubeItem, Name};

use super::{Checker, Cube, TypeModel};

/// The sides in the order of [`Cube::shows`].
pub(super) const SIDES: [&str; 6] = ["top", "bottom", "north", "south", "east", "west"];

type Faces = [u16; 6];

/// The faces after tipping to north, east, south and west.
fn tipped([top, bottom, north, south, east, west]: Faces) -> [Faces; 4] {
    [
        [south, north, top, bottom, east, west],
        [west, east, north, south, top, bottom],
        [north, south, bottom, top, east, west],
        [east, west, north, south, bottom, top],
    ]
}

/// The faces after a quarter turn clockwise, seen from above.
fn turned([top, bottom, north, south, east, west]: Faces) -> Faces {
    [top, bottom, west, east, north, south]
}

/// The type of the poses of some cubes, each beginning with the declared one.
pub(super) fn build(checker: &mut Checker<'_>, name: &Name, cubes: &[CubeItem]) -> TypeModel {
    let mut shows: Vec<Faces> = Vec::new();
    let mut starts = Vec::new();
    let mut faces = 0;
    for (kind, declared) in cubes {
        let Some((ty, start)) = start(checker, name, declared) else { continue };
        faces = ty;
        let number = reach(&mut shows, start);
        starts.push((kind.as_ref().map(|kind| kind.value.clone()), number));
    }
    let number = |pose: Faces| shows.iter().position(|other| *other == pose).unwrap_or(0) as u16;
    TypeModel {
        name: name.value.clone(),
        values: pose_names(&shows, checker.types.get(faces).map_or(&[], |model| model.values.as_slice())),
        cube: Some(Cube {
            faces,
            starts,
            tipped: shows.iter().map(|&pose| tipped(pose).map(number)).collect(),
            turned: shows.iter().map(|&pose| number(turned(pose))).collect(),
            shows,
        }),
    }
}

/// Adds all that can be reached from a pose, and says which number it has.
fn reach(shows: &mut Vec<Faces>, start: Faces) -> u16 {
    if let Some(known) = shows.iter().position(|pose| *pose == start) {
        return known as u16;
    }
    let first = shows.len();
    shows.push(start);
    let mut index = first;
    while let Some(&pose) = shows.get(index) {
        for next in tipped(pose).into_iter().chain([turned(pose)]) {
            if !shows.contains(&next) {
                shows.push(next);
            }
        }
        index += 1;
    }
    first as u16
}

/// A pose is called by what shows on top, to the north and to the east, and further sides where that does
/// not tell it from another.
fn pose_names(shows: &[Faces], words: &[String]) -> Vec<String> {
    const ORDER: [usize; 6] = [0, 2, 4, 1, 3, 5];
    let name = |pose: &Faces, n: usize| {
        let sides = ORDER.iter().take(n).map(|&side| words.get(pose[side] as usize).map_or("", String::as_str));
        sides.collect::<Vec<_>>().join("-")
    };
    shows
        .iter()
        .map(|pose| {
            let unique = |n: &usize| shows.iter().filter(|other| name(other, *n) == name(pose, *n)).count() == 1;
            name(pose, (3..=6).find(unique).unwrap_or(6))
        })
        .collect()
}

fn start(checker: &mut Checker<'_>, name: &Name, declared: &[(Name, Name)]) -> Option<(usize, Faces)> {
    let first = &declared.first()?.1.value;
    let Some(faces) = checker.types.iter().position(|model| model.values.contains(first)) else {
        let span = declared.first()?.1.span;
        checker.error(Code::UnknownName, format!("no type has the value `{first}`"), span, "");
        return None;
    };
    let mut start = [None; 6];
    for (side, face) in declared {
        let value = checker.types[faces].values.iter().position(|value| *value == face.value);
        match (SIDES.iter().position(|known| *known == side.value), value) {
            (Some(side), Some(value)) => start[side] = Some(value as u16),
            (None, _) => {
                let near =
                    nearest(&side.value, SIDES).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
                checker.error(Code::UnknownName, format!("a cube has no side `{}`{near}", side.value), side.span, "");
            }
            (_, None) => {
                let message = format!("`{}` is not a value of `{}`", face.value, checker.types[faces].name);
                checker.error(Code::UnknownName, message, face.span, "");
            }
        }
    }
    let all: Vec<u16> = start.into_iter().flatten().collect();
    match all.try_into() {
        Ok(start) => Some((faces, start)),
        Err(_) => {
            let message = "a cube shows something on all six sides: top, bottom, north, south, east, west";
            checker.error(Code::Missing, message, name.span, "");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{tipped, turned};

    #[test]
    fn four_quarter_turns_and_opposite_tips_lead_back() {
        let start = [0, 1, 2, 3, 4, 5];
        assert_eq!(turned(turned(turned(turned(start)))), start);
        let north = tipped(start)[0];
        assert_eq!(tipped(north)[2], start);
        let east = tipped(start)[1];
        assert_eq!(tipped(east)[3], start);
        // Tipping to the north brings the south side to the top.
        assert_eq!(north[0], 3);
    }
}

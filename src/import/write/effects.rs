//! What moves do besides: blasts, walls, turning over.

use super::Draft;
use crate::import::kinds::{self, Kind};
use crate::import::table::Slot;
use crate::import::travel;
use crate::import::variant::SIDES;
use crate::syntax::betza::Mode;

impl Draft<'_> {
    pub(super) fn effects(&mut self) {
        self.blast();
        self.turning_over();
        self.wall();
        let hops = |kind: &Kind| {
            kind.ways.iter().any(|way| {
                matches!(way.gait, crate::syntax::betza::Gait::Hop(_) | crate::syntax::betza::Gait::Grasshop)
            })
        };
        if !self.position.walls.is_empty() && self.kinds.iter().any(hops) {
            self.walls = true;
        }
    }

    /// Whoever takes blows up, and what stands around but for pawns.
    fn blast(&mut self) {
        if !self.variant.yes("blast") {
            return;
        }
        let immune: Vec<Slot> = self.variant.present("blastImmune", 0);
        let pawns = self.of_slot(Slot::PAWN).first().map(|kind| kind.plural.clone());
        let around = match (&pawns, immune.is_empty()) {
            (Some(pawns), _) => format!("landing or (neighbours of landing except {pawns})"),
            (None, _) => "landing or neighbours of landing".to_owned(),
        };
        let gone = if immune.is_empty() { around } else { format!("({around}) except {}", self.standing(&immune)) };
        let statement = match self.variant.yes("toHand") {
            true => self.blast_into_hands(&gone),
            false => format!("if some taken {{ take {gone} }}"),
        };
        self.afterwards.insert(0, statement);
    }

    /// Pieces that the mover blows up of his own come to the hand of the other.
    fn blast_into_hands(&mut self, gone: &str) -> String {
        let before = |kind: &Kind| {
            let before = kinds::before(self.variant, kind.state)?;
            self.kinds.iter().find(|other| other.state == (before, None))
        };
        let mut lost = "kind of c";
        if self.kinds.iter().any(|kind| before(kind).is_some()) {
            let row = |kind: &Kind| format!("{}: {}", kind.name, before(kind).unwrap_or(kind).name);
            let rows: Vec<String> = self.kinds.iter().map(row).collect();
            let rows: Vec<String> = rows.chunks(5).map(|rows| rows.join("  ")).collect();
            self.tables.push(format!("table lost-as of kind {{\n  {}\n}}", rows.join("\n  ")));
            lost = "lost-as of kind of c";
        }
        let each =
            format!("  each c in mine in blown {{\n    let lost be {lost}\n    put lost of opponent in hand\n  }}");
        format!("if some taken {{\n  let blown be {gone}\n{each}\n  take blown\n}}")
    }

    /// Enemies that a drop or a move encloses change sides.
    fn turning_over(&mut self) {
        let rule = self.variant.word("flipping").to_owned();
        let statement = match rule.as_str() {
            "none" => return,
            "flank" => {
                self.define("flips(c) = span of c by slides 2 or more through enemies to mine".to_owned());
                "give flips(landing) to mover"
            }
            "touch" => "give (neighbours of landing in enemies) to mover",
            _ => return self.unsaid("flipping", "this way of turning pieces over"),
        };
        for draft in self.moves.iter_mut().filter(|draft| draft.name != "skip" && draft.name != "castle") {
            draft.afterwards.push(statement.to_owned());
        }
    }

    /// A wall that every move leaves behind.
    fn wall(&mut self) {
        let rule = self.variant.word("walling").to_owned();
        if rule == "none" {
            return;
        }
        self.walls = true;
        let all = self.size().all();
        let sides = SIDES.map(|side| self.variant.cells("wallRegion", side));
        let within = if sides.iter().all(|cells| *cells == all) {
            String::new()
        } else {
            format!(" in {}", self.region("wall-cells", sides).closed())
        };
        let from = match rule.as_str() {
            "static" | "duck" => format!("empty{within}"),
            "edge" => format!("empty in (border or orthogonal of Walls){within}"),
            "past" if within.is_empty() => "origin".to_owned(),
            "past" => format!("origin{within}"),
            "arrow" => match self.shots() {
                Some(shots) => format!("{shots}{within}"),
                None => {
                    return self.unsaid(
                        "walling",
                        "an arrow that flies like the piece that has moved, for several kinds of pieces",
                    );
                }
            },
            _ => return self.unsaid("walling", "this way of building walls"),
        };
        let old = if rule == "duck" { "remove Walls\n" } else { "" };
        let block = if rule == "past" && within.is_empty() {
            "put Wall on origin".to_owned()
        } else {
            format!("pick wall from {from}\n{old}put Wall on wall")
        };
        for draft in self.moves.iter_mut().filter(|draft| draft.name != "skip") {
            draft.afterwards.push(block.clone());
        }
    }

    /// Where the only kind of piece could go on to.
    fn shots(&self) -> Option<String> {
        let [only] = self.kinds else { return None };
        let quiet = only.ways.iter().filter(|way| way.mode != Mode::Take && !way.first);
        let paths: Vec<String> =
            quiet.flat_map(|way| travel::paths(way).unwrap_or_default()).map(|path| path.text).collect();
        match paths.as_slice() {
            [] => None,
            [one] => Some(format!("reach of landing by {one} to empty")),
            several => {
                let each: Vec<String> =
                    several.iter().map(|path| format!("(reach of landing by {path} to empty)")).collect();
                Some(format!("({})", each.join(" or ")))
            }
        }
    }
}

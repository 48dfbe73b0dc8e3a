//! Puzzles as a page that needs nothing else.

use std::fmt::Write as _;

use crate::quality;
use crate::source::markup::escaped;

use super::puzzles::Found;

impl Found {
    /// The page: the positions, each with its solution folded away.
    pub fn html(&self, title: &str) -> String {
        let name = format!("{title}: puzzles");
        let mut page = quality::begun(&name, &name, "In each position one move wins, whatever the others reply.");
        page.push_str("<div class=\"plots maps\">\n");
        for (puzzle, number) in self.puzzles.iter().zip(1..) {
            let _ = writeln!(
                page,
                "<figure>\n{}<figcaption>{number}. {} wins in {}.\n<details><summary>Solution</summary>{}</details>\
                 <details><summary>How it came to this</summary>{}</details></figcaption>\n</figure>",
                puzzle.svg,
                escaped(&puzzle.player),
                match puzzle.decisions {
                    1 => "one decision".to_owned(),
                    n => format!("{n} decisions, those of all players"),
                },
                escaped(&puzzle.solution.join(" ")),
                escaped(&puzzle.after.join(" ")),
            );
        }
        page.push_str("</div>\n</body>\n</html>\n");
        page
    }
}

//! What native code makes of instructions, told beside them to who reads a script.
//!
//! ```text
//!   12: And(40, 33, 2)        ; not written            nobody reads register 40 but who has it at hand
//!   13: FillTo(51, 40, 7, 0)  ; counted: row 3         how many options the row has is known when it is drawn from
//!   19: Draw(0)               ; as one: rows 2 to 5    which of them an option belongs to is chosen without a branch
//! ```

use crate::engine::rush::Rush;
use crate::engine::rush::code::Code;
use crate::program::Program;

use super::known::Way;
use super::plan::Plan;

/// By place, what becomes of the instruction there in random games; nothing where it is written as it is.
pub fn remarks<const W: usize>(rush: &Rush<W>, program: &Program) -> Vec<String> {
    let plan = Plan::to_look_at(rush, program);
    let remark = |(place, code): (usize, &Code)| {
        let mut remarks: Vec<String> = Vec::new();
        match plan.ways[place] {
            Way::Left => remarks.push("left to the runner".to_owned()),
            Way::Called => remarks.push("called".to_owned()),
            Way::Written => {}
        }
        remarks.extend(plan.is_dead[place].then(|| "not written".to_owned()));
        remarks.extend(plan.early.rows_written(place).map(|row| format!("counted: row {row}")));
        if let Code::Draw(choice) = code {
            let parts = plan.parts[usize::from(*choice)].iter().map(|part| &part.rows);
            let several = parts.filter(|rows| rows.len() > 1);
            remarks.extend(several.map(|rows| format!("as one: rows {} to {}", rows.start, rows.end - 1)));
        }
        remarks.join(", ")
    };
    rush.script.code.iter().enumerate().map(remark).collect()
}

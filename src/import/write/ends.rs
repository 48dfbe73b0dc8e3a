//! How the game ends.

use super::Draft;
use crate::import::cells::Cells;
use crate::import::table::Slot;
use crate::import::value::Result3;
use crate::import::variant::SIDES;

impl Draft<'_> {
    pub(super) fn ends(&mut self) {
        self.extinction();
        self.flags();
        self.checks();
        self.connection();
        self.full_board();
        self.mate();
        self.repetition();
        self.quiet_moves();
    }

    fn after(&mut self, name: &str, clause: String) {
        self.after_turns.push((name.to_owned(), clause));
    }

    fn before(&mut self, name: &str, clause: String) {
        self.before_turns.push((name.to_owned(), clause));
    }

    /// What a draw is, where material decides it.
    fn drawn(&mut self) -> &'static str {
        match self.variant.word("materialCounting") {
            "whitedrawodds" => "White wins",
            "blackdrawodds" => "Black wins",
            "unweighted" => {
                self.define("men of p = count of pieces of p".to_owned());
                "highest men wins"
            }
            "janggi" => {
                self.unsaid("materialCounting", "points for the pieces, with some for moving second");
                "draw"
            }
            _ => "draw",
        }
    }

    fn verdict(&mut self, who: &str, result: Result3) -> String {
        match result {
            Result3::Win => format!("{who} wins"),
            Result3::Loss => format!("{who} loses"),
            Result3::Draw => self.drawn().to_owned(),
        }
    }

    fn extinction(&mut self) {
        let Some(result) = self.variant.result("extinctionValue") else { return };
        if self.variant.yes("pseudoRoyal") && !self.variant.yes("blast") {
            return;
        }
        let kinds: Vec<Slot> = self
            .variant
            .kinds("extinctionKinds", 0)
            .slots()
            .filter(|slot| *slot == Slot::ALL || self.variant.has(*slot))
            .collect();
        let claim = u32::from(self.variant.yes("extinctionClaim"));
        let wanted = self.variant.number("extinctionOpponentCount");
        for (who, whose, others, more) in [("mover", "my", "enemy", 0), ("opponent", "enemy", "my", claim)] {
            // Nobody loses pieces in his own turn but by blasts and promotions.
            let own_turn =
                whose == "my" && !self.variant.yes("blast") && kinds.iter().all(|slot| !self.turns_into_others(*slot));
            let guarded = whose == "my" && self.variant.yes("pseudoRoyal");
            if guarded || (own_turn && self.position_is_fair(&kinds)) {
                continue;
            }
            let mut conditions = Vec::new();
            for slot in &kinds {
                let few = self.at_most(whose, *slot, self.variant.number("extinctionCount"));
                let enough = wanted + more;
                conditions.push(match enough {
                    0 => few,
                    _ => format!("{few} and {} at least {enough}", self.number_of(others, *slot)),
                });
            }
            if conditions.is_empty() {
                continue;
            }
            let verdict = match result {
                Result3::Draw => "draw".to_owned(),
                other => self.verdict(who, other),
            };
            let name = if self.variant.number("extinctionCount") > 0 { "bare" } else { "extinct" };
            let name = if whose == "my" { format!("{name} by own hand") } else { name.to_owned() };
            let conditions: Vec<String> = match conditions.as_slice() {
                [one] => vec![one.clone()],
                several => several
                    .iter()
                    .map(|one| if one.contains(" and ") { format!("({one})") } else { one.clone() })
                    .collect(),
            };
            self.after(&name, format!("{verdict} when {}", conditions.join(" or ")));
        }
    }

    /// Whether no side is short of a kind already.
    fn position_is_fair(&self, kinds: &[Slot]) -> bool {
        let least = self.variant.number("extinctionCount");
        kinds.iter().all(|slot| SIDES.iter().all(|side| self.position.count(*slot, *side) > least))
    }

    /// Whether pieces of the kind can become others.
    fn turns_into_others(&self, slot: Slot) -> bool {
        let pawn = SIDES.iter().any(|side| {
            self.variant.kinds("promotionPawns", *side).has(slot)
                && !self.variant.present("promotionKinds", *side).is_empty()
        });
        slot != Slot::ALL && (pawn || self.variant.promoted(slot).is_some())
    }

    /// How many pieces of a kind somebody has, hand included.
    fn number_of(&self, whose: &str, slot: Slot) -> String {
        let set = self.owned(whose, &[slot]);
        let hands = self.has_hands();
        if !hands {
            return format!("count of {set}");
        }
        if slot == Slot::ALL {
            return format!("count of {set} + {whose} hand");
        }
        let player = if whose == "my" { "mover" } else { "opponent" };
        let held: Vec<String> = self
            .droppable()
            .into_iter()
            .filter(|kind| kind.slot() == slot)
            .map(|kind| format!(" + in-hand({}, {player})", kind.name))
            .collect();
        format!("count of {set}{}", held.concat())
    }

    fn at_most(&self, whose: &str, slot: Slot, most: u32) -> String {
        let number = self.number_of(whose, slot);
        match (most, number.strip_prefix("count of ")) {
            (0, Some(set)) if !number.contains('+') => format!("no {set}"),
            _ => format!("{number} at most {most}"),
        }
    }

    /// Pieces that reach their goal.
    fn flags(&mut self) {
        let regions = SIDES.map(|side| self.variant.cells("flagRegion", side));
        if regions.iter().all(|cells| cells.is_empty()) {
            return;
        }
        let kinds = SIDES.map(|side| self.variant.kind("flagKind", side).unwrap_or(Slot::ALL));
        let reached = |draft: &mut Self, whose: &str| {
            let goal = draft.region("goal", regions);
            draft.reached(whose, kinds, regions, &goal.closed())
        };
        let (own, theirs) = (reached(self, "my"), reached(self, "enemy"));
        let Some((own, theirs)) = own.zip(theirs) else {
            return self.unsaid("flagRegion", "a goal that one side alone has, for different kinds of pieces");
        };
        match (self.variant.yes("flagMove"), self.variant.yes("flagSafe")) {
            (false, false) => self.after("goal", format!("mover wins when {own}")),
            (true, false) if kinds.iter().all(|kind| *kind != Slot::KING) => {
                self.before("goal", format!("mover wins when {own}"));
            }
            (true, false) => self.last_chance(&own, &theirs),
            (false, true) if self.variant.number("flagCount") == 1 => self.safe_goal(kinds, regions),
            _ => self.unsaid("flagSafe", "a goal that is reached only by pieces that cannot be taken"),
        }
    }

    /// The question whether somebody has reached the goal.
    fn reached(&mut self, whose: &str, kinds: [Slot; 2], regions: [Cells; 2], goal: &str) -> Option<String> {
        let count = self.variant.number("flagCount");
        let set = if kinds[0] == kinds[1] {
            self.owned(whose, &[kinds[0]])
        } else if regions[0].is_empty() {
            self.owned(whose, &[kinds[1]])
        } else if regions[1].is_empty() {
            self.owned(whose, &[kinds[0]])
        } else {
            return None;
        };
        let goal = match (whose, goal) {
            ("my", goal) => goal.to_owned(),
            (_, goal) if goal.starts_with("my ") => format!("{} of opponent", goal.trim_start_matches("my ")),
            (_, goal) => goal.to_owned(),
        };
        let set = if set.contains(" in ") { format!("({set})") } else { set };
        let enough = match count {
            0 | 1 => format!("some {set} in {goal}"),
            _ => format!("count of {set} in {goal} at least {count}"),
        };
        Some(match self.variant.yes("flagBlockedWin") && count > 1 {
            true => format!("{enough}\n    or (some {set} in {goal} and no empty in {goal})"),
            false => enough,
        })
    }

    /// White, who begins, gives Black one more move to reach the goal too.
    fn last_chance(&mut self, own: &str, theirs: &str) {
        if theirs.contains(" of opponent") && theirs.contains("row") {
            return self.unsaid("flagMove", "one more move to reach a goal that is not the same for both");
        }
        let goal = own.rsplit(" in ").next().unwrap_or("nowhere").to_owned();
        self.part_off_the_goal(&goal);
        self.before("both there", format!("draw when mover is White and {own} and {theirs}"));
        self.before("there", format!("mover wins when {own}"));
        self.before("goal", format!("opponent wins when {theirs} and not (mover is Black and can finish)"));
    }

    /// Steps of kings to the goal are a move of their own, so that one can ask for them.
    fn part_off_the_goal(&mut self, goal: &str) {
        let Some(king) = self.of_slot(Slot::KING).first().map(|kind| kind.name.clone()) else { return };
        let mut to_goal = Vec::new();
        for draft in &mut self.moves {
            for sentence in
                draft.sentences.iter_mut().filter(|sentence| sentence.who == king && sentence.rest == "to open")
            {
                let mut finish = sentence.clone();
                finish.rest = format!("to open in {goal}");
                sentence.rest = format!("to open except {goal}");
                to_goal.push(finish);
            }
        }
        to_goal.into_iter().for_each(|sentence| self.say("finish", sentence));
    }

    /// A piece on the goal counts if it cannot be taken there.
    fn safe_goal(&mut self, kinds: [Slot; 2], regions: [Cells; 2]) {
        if kinds[0] != kinds[1] {
            return self.unsaid("flagSafe", "a goal for different kinds of pieces");
        }
        let who = match self.standing(&[kinds[0]]).as_str() {
            "pieces" => "pieces of p".to_owned(),
            set if set.starts_with('(') => format!("pieces of p in {set}"),
            set => format!("{set} of p"),
        };
        let size = self.size();
        for (player, cells) in ["White", "Black"].into_iter().zip(regions) {
            self.define(format!("goal of {player} = {}", crate::import::cells::words(cells, size, false).text));
        }
        self.define(format!("safe-home of p = those c in {who} in goal of p where c not in attacked of p"));
        self.before("both home", "draw when some my safe-home and some safe-home of opponent".to_owned());
        self.before("home", "mover wins when some my safe-home".to_owned());
        self.before("goal", "opponent wins when some safe-home of opponent".to_owned());
    }

    fn checks(&mut self) {
        if !self.variant.yes("checkCounting") {
            return;
        }
        let kings = self.owned("enemy", &[Slot::KING]);
        let [white, black] = self.position.checks;
        let most = white.max(black).max(1);
        self.remembers.push(format!("remember checks of each player: 0 to {most}"));
        self.afterwards.push(format!(
            "if some {kings} in attacked of opponent {{ set my checks to smaller({most}, my checks + 1) }}"
        ));
        let enough = if white == black {
            most.to_string()
        } else {
            self.define(format!("checks-wanted of White = {white}"));
            self.define(format!("checks-wanted of Black = {black}"));
            "my checks-wanted".to_owned()
        };
        let name = match most {
            1 => "check".to_owned(),
            number => format!("{number} checks"),
        };
        self.after(&name, format!("mover wins when my checks is {enough}"));
    }

    fn mate(&mut self) {
        let checkmate = self.variant.result("checkmateValue").unwrap_or(Result3::Loss);
        let stalemate = self.variant.result("stalemateValue").unwrap_or(Result3::Draw);
        let check = self.in_check();
        if let Some(check) = &check {
            if self.has_move("drop-pawn") && self.variant.yes("pawnDropMate") {
                let clause = format!("mover wins when stuck and {check} and not 1 moves without drop-pawn");
                self.before("mate by a pawn drop", clause);
            }
            let verdict = self.verdict("mover", checkmate);
            self.before("checkmate", format!("{verdict} when stuck and {check}"));
        }
        let name = if check.is_some() { "stalemate" } else { "stuck" };
        if self.variant.yes("stalemateCounts") && stalemate != Result3::Draw {
            let (few, many) = match stalemate {
                Result3::Loss => ("mover loses", "mover wins"),
                _ => ("mover wins", "mover loses"),
            };
            self.before(
                &format!("{name} with fewer"),
                format!("{few} when stuck and count of mine less than count of enemies"),
            );
            self.before(
                &format!("{name} with more"),
                format!("{many} when stuck and count of mine more than count of enemies"),
            );
            let drawn = self.drawn();
            return self.before(name, format!("{drawn} when stuck"));
        }
        let verdict = self.verdict("mover", stalemate);
        self.before(name, format!("{verdict} when stuck"));
    }

    fn repetition(&mut self) {
        let times = self.variant.number("foldRule");
        let Some(result) = self.variant.result("foldValue").filter(|_| times > 1) else { return };
        let who = if self.variant.yes("foldValueOfWhite") { "White" } else { "mover" };
        let verdict = self.verdict(who, result);
        let often = if times == 2 { "repeated".to_owned() } else { format!("repeated {times} times") };
        self.before("repetition", format!("{verdict} when {often}"));
    }

    fn quiet_moves(&mut self) {
        let rule = self.variant.number("moveRule");
        if rule == 0 {
            return;
        }
        let mut events = vec!["taking"];
        events.extend(["pawn", "drop", "drop-pawn"].into_iter().filter(|name| self.has_move(name)));
        let verdict = self.drawn();
        let name = if rule == 50 { "fifty moves".to_owned() } else { format!("{rule} moves") };
        self.before(&name, format!("{verdict} when {} moves without {}", rule * 2, events.join(" or ")));
    }
}

//! From checked rules to a program.

use std::collections::HashMap;
use std::sync::Arc;

use crate::rules::Rules;
use crate::rules::model::{self, EndResult, ExprKind, Instruction, StatementKind, TemplatePart, journey};
use crate::rules::types::{Domain, Type, Value};
use crate::rules::walk;
use crate::source::Span;
use crate::syntax::ast::Lifetime;

use super::classes::{Class, Reason};
use super::geometry::Geometry;
use super::layout::Layout;
use super::node::{Draw, Id, NOTHING, Node, Op, TurnOp};
use super::passes::Passes;
use super::pool::Pool;
use super::sites::{Sites, What};
use super::width::width;
use super::{Choose, End, Lasting, Move, Part, Program, Sentence, Table, Target, Template, Travel, Variable};

mod blocks;
mod expressions;
mod guard;
mod hoist;
mod paths;
mod start;

pub use start::first_scalar;

/// Native code is written after so many decisions of a microsecond: about as much time as it takes to write it.
const NATIVE_AFTER: u64 = 20_000;

/// A program that is being made.
pub(super) struct Lowering {
    pub program: Program,
    rules: Arc<Rules>,
    /// What stands for a temporary name: the argument of a definition.
    arguments: HashMap<usize, Id>,
    /// Definitions lowered before, with their arguments.
    calls: HashMap<(usize, Vec<Id>), Id>,
    /// Nodes without children, which are not made twice.
    leaves: Vec<(Node, Id)>,
}

/// Compiles rules; with what is counted, if anything is.
pub(super) fn program(rules: Arc<Rules>, sites: Option<Sites>) -> Program {
    let mut lowering = Lowering::new(rules.clone());
    lowering.program.sites = sites;
    lowering.program.turn = Vec::new();
    lowering.moves();
    lowering.turns();
    lowering.ends();
    lowering.program
}

/// The operations of statements that do not belong to the rules, and the program that has them; the place of the
/// block is given.
pub(super) fn with_block(program: &Program, statements: &[model::Statement]) -> (Program, u32) {
    let mut lowering = Lowering::again(program);
    let block = lowering.block(statements).unwrap_or_default();
    (lowering.program, block)
}

/// A program with a condition that does not belong to the rules.
pub(super) fn with_condition(program: &Program, condition: &model::Expr) -> (Program, Id) {
    let mut lowering = Lowering::again(program);
    let node = lowering.scalar(condition);
    (lowering.program, node)
}

impl Lowering {
    fn new(rules: Arc<Rules>) -> Self {
        let width = width(&rules);
        let mut pool = Pool::new(width);
        let mut geometry = Geometry::new(&rules, &mut pool);
        geometry.look_at_rays(&pool);
        let layout = Layout::new(&rules, width, &set_names(&rules));
        let program = Program {
            variables: variables(&rules, &layout),
            blank: start::blank(&rules, &layout),
            new_attributes: start::attributes(&rules),
            tables: rules.tables.iter().map(|table| self::table(table, &mut pool)).collect(),
            royal: rules.kinds.iter().enumerate().filter(|(_, kind)| kind.royal).map(|(kind, _)| 1 << kind).sum(),
            several_dropped: start::several_dropped(&rules),
            lasting: lasting(&rules),
            layout,
            geometry,
            pool,
            rules: rules.clone(),
            nodes: Vec::new(),
            paths: Vec::new(),
            // Place 0 is the empty block.
            ops: vec![Op::Done],
            places: vec![Span::default()],
            turn: Vec::new(),
            draws: Vec::new(),
            choices: Vec::new(),
            moves: Vec::new(),
            until: Vec::new(),
            ends: Vec::new(),
            ends_at: Default::default(),
            afterwards: None,
            ensures: Vec::new(),
            turn_ensures: Vec::new(),
            n_temporary: rules.n_temporary,
            n_registers: 0,
            n_set_registers: 0,
            paintings: Vec::new(),
            reads: [true; 6],
            shared: Vec::new(),
            merges: Vec::new(),
            sites: None,
            rushes: true,
            passes: Passes::ALL,
            native_after: Some(NATIVE_AFTER),
        };
        Self { program, rules, arguments: HashMap::new(), calls: HashMap::new(), leaves: Vec::new() }
    }

    fn again(program: &Program) -> Self {
        let (program, rules) = (program.clone(), program.rules.clone());
        Self { program, rules, arguments: HashMap::new(), calls: HashMap::new(), leaves: Vec::new() }
    }

    fn moves(&mut self) {
        let rules = self.rules.clone();
        for each in &rules.moves {
            let sentences = each.sentences.iter().map(|sentence| self.sentence(sentence)).collect();
            let lowered = Move {
                sentences,
                afterwards: self.block(&each.afterwards),
                ensures: each.ensures.iter().map(|ensure| self.scalar(ensure)).collect(),
                notation: each.notation.as_ref().map(|(quiet, taking)| (self.template(quiet), self.template(taking))),
                class: Class::Listed(Reason::SwitchedOff),
                drawn: false,
            };
            self.program.moves.push(lowered);
        }
        self.program.afterwards = self.block(&rules.afterwards);
        self.program.ensures = rules.ensures.iter().map(|ensure| self.scalar(ensure)).collect();
        self.program.turn_ensures = rules.turn_ensures.iter().map(|ensure| self.scalar(ensure)).collect();
    }

    fn sentence(&mut self, sentence: &model::Sentence) -> Sentence {
        let domain = |pick: &model::Pick| pick.from.ty.domain().unwrap_or(Domain::Cell);
        let picks = sentence.picks.iter().map(|pick| (pick.slot as u32, self.set(&pick.from), domain(pick))).collect();
        Sentence {
            picks,
            travel: sentence.travel.as_ref().map(|travel| self.travel(travel)),
            when: sentence.when.as_ref().map(|when| self.scalar(when)),
            early: sentence.when.as_ref().is_some_and(|when| !guard::asks_of_travel(when)),
            block: self.block(&sentence.block),
            by_cells: false,
            site: self.site(sentence.span, What::Done),
        }
    }

    /// The site of something that is counted; none if nothing is.
    fn site(&mut self, span: Span, what: What) -> Option<u16> {
        self.program.sites.as_mut()?.add(span, what)
    }

    fn travel(&mut self, travel: &model::Travel) -> Travel {
        let mut from = self.movable(&travel.kinds);
        if let Some(on) = &travel.on {
            let on = self.set(on);
            from = self.node(Node::Intersection(from, on));
        }
        Travel {
            kinds: travel.kinds.iter().map(|kind| kind as u8).collect(),
            from,
            drops: travel.drops,
            path: self.path(&travel.path),
            to: self.set(&travel.to),
            taking: travel.taking.as_ref().map(|taking| self.set(taking)),
            at_end: travel.at_end,
            glance: None,
            target: Target::Any,
            hops: false,
        }
    }

    fn template(&mut self, template: &model::Template) -> Template {
        let part = |part: &TemplatePart| match part {
            TemplatePart::Text(text) => Part::Text(text.clone()),
            TemplatePart::Each(slots) => Part::Each(slots.clone()),
            TemplatePart::Value(expr) if expressions::is_set(expr) => Part::Set(self.set(expr), expr.ty),
            TemplatePart::Value(expr) => Part::Scalar(self.scalar(expr), expr.ty),
        };
        template.iter().map(part).collect()
    }

    fn turns(&mut self) {
        let rules = self.rules.clone();
        for instruction in &rules.code {
            let op = self.instruction(instruction);
            self.program.turn.push(op);
            let asked = match instruction {
                Instruction::Unless(condition, _) => {
                    let ways = [false, true].map(|way| self.site(condition.span, What::Branch(way)));
                    ways[0].zip(ways[1]).map(|(no, yes)| [no, yes])
                }
                _ => None,
            };
            if let Some(sites) = &mut self.program.sites {
                sites.asked.push(asked);
            }
        }
        for phase in &rules.phases {
            let until = phase.until.as_ref().map(|until| self.scalar(until));
            self.program.until.push(until);
        }
    }

    fn instruction(&mut self, instruction: &Instruction) -> TurnOp {
        match instruction {
            Instruction::Do(statement) => TurnOp::Do(self.block(std::slice::from_ref(statement)).unwrap_or_default()),
            Instruction::Unless(condition, target) => TurnOp::Unless(self.scalar(condition), *target as u32),
            Instruction::Jump(target) => TurnOp::Jump(*target as u32),
            Instruction::Choose(choose) => {
                let choose = Choose {
                    may: choose.may,
                    distinct: choose.distinct,
                    groups: choose
                        .groups
                        .iter()
                        .map(|group| group.iter().map(|&number| number as u16).collect())
                        .collect(),
                    most: choose.most.iter().map(|(most, number)| (*most, self.scalar(number))).collect(),
                };
                self.program.choices.push(choose);
                TurnOp::Choose(self.program.choices.len() as u32 - 1)
            }
            Instruction::Roll(name, draw) => {
                let draw = self.draw(draw);
                self.program.draws.push((*name as u32, draw));
                TurnOp::Roll(self.program.draws.len() as u32 - 1)
            }
            Instruction::Again => TurnOp::Again,
            Instruction::End => TurnOp::End,
            Instruction::As(player) => TurnOp::As(player.as_ref().map(|player| self.scalar(player))),
        }
    }

    fn draw(&mut self, draw: &model::Draw) -> Draw {
        match draw {
            model::Draw::Dice(count, sides) => Draw::Dice(self.scalar(count), self.scalar(sides)),
            model::Draw::From(set, weight) => Draw::From {
                set: self.set(set),
                domain: set.ty.domain().unwrap_or(Domain::Cell),
                weight: weight.as_ref().map(|(name, weight)| (*name as u32, self.scalar(weight))),
            },
            model::Draw::Face => Draw::Face,
            model::Draw::Quarters => Draw::Quarters,
            model::Draw::Tile(bag) => Draw::Tile(*bag as u32),
        }
    }

    fn ends(&mut self) {
        let rules = self.rules.clone();
        for end in &rules.ends {
            let about = match &end.result {
                EndResult::Someone(players, _) => Some((self.set(players), 0)),
                EndResult::ByScore(_, name, score) => Some((self.scalar(score), *name as u32)),
                EndResult::Draw | EndResult::EveryoneLoses | EndResult::EachPlayer(_) => None,
            };
            let when = end.when.as_ref().map(|when| self.scalar(when));
            self.program.ends_at[end.point as usize].push(self.program.ends.len() as u16);
            self.program.ends.push(End { when, about });
        }
    }
}

fn variables(rules: &Rules, layout: &Layout) -> Vec<Variable> {
    let of = |(number, variable): (usize, &model::Variable)| Variable {
        place: layout.variables[number],
        attribute: layout.attributes.iter().position(|&own| own as usize == number).map(|place| place as u16),
        count: variable.count,
        kinds: variable.kinds.iter().map(|kind| 1 << kind).sum(),
        ty: variable.ty,
    };
    rules.variables.iter().enumerate().map(of).collect()
}

fn lasting(rules: &Rules) -> Lasting {
    let of = |lifetime: Lifetime| {
        let numbered = rules.variables.iter().enumerate();
        numbered.filter(|(_, variable)| variable.lifetime == lifetime).map(|(number, _)| number as u16).collect()
    };
    Lasting { a_move: of(Lifetime::Move), a_turn: of(Lifetime::Turn), two_turns: of(Lifetime::TwoTurns) }
}

/// A value as a scalar.
pub(super) fn scalar_of(value: &Value) -> i64 {
    match value {
        Value::Truth(truth) => i64::from(*truth),
        Value::Number(number) => *number,
        Value::One(one) => one.map_or(NOTHING, i64::from),
        Value::Set(set) => set.first().map_or(NOTHING, i64::from),
    }
}

fn table(table: &model::Table, pool: &mut Pool) -> Table {
    let is_set = |value: &Value| matches!(value, Value::Set(_));
    if is_set(&table.missing) || table.values.iter().any(is_set) {
        let all = table.values.iter().chain([&table.missing]);
        return Table::Sets(pool.add_all(all.map(|value| value.clone().set())), table.values.len());
    }
    Table::Scalars(table.values.iter().map(scalar_of).collect(), scalar_of(&table.missing))
}

/// By kept name, whether it holds a set.
fn set_names(rules: &Rules) -> Vec<bool> {
    let mut sets = vec![false; rules.n_kept.max(journey::COUNT)];
    for name in [journey::PASSED, journey::JUMPED, journey::TAKEN] {
        sets[name] = true;
    }
    walk::expressions(rules, &mut |expr| {
        if let (ExprKind::Kept(name), Type::Set(_)) = (&expr.kind, expr.ty) {
            sets[*name] = true;
        }
    });
    walk::statements(rules, &mut |statement| {
        if let StatementKind::Let(name, value) = &statement.kind
            && matches!(value.ty, Type::Set(_))
        {
            sets[*name] = true;
        }
    });
    for instruction in &rules.code {
        if let Instruction::Roll(_, model::Draw::Tile(bag)) = instruction {
            sets[*bag] = true;
        }
    }
    sets
}

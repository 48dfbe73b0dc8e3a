//! Walks through everything that rules say.

use super::Rules;
use super::model::{
    Dirs, Draw, EndResult, Expr, ExprKind, Instruction, Leg, Owner, Path, Statement, StatementKind, TemplatePart, Verb,
};

/// The member that an expression is, also where it stands for the set of it alone.
pub fn member(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::ToSet(inner) => member(inner),
        _ => expr,
    }
}

/// Shows every statement of the rules, those inside others too.
pub fn statements(rules: &Rules, see: &mut impl FnMut(&Statement)) {
    for each in &rules.moves {
        each.sentences.iter().for_each(|sentence| block(&sentence.block, see));
        block(&each.afterwards, see);
    }
    block(&rules.afterwards, see);
    for instruction in &rules.code {
        if let Instruction::Do(statement) = instruction {
            block(std::slice::from_ref(statement), see);
        }
    }
}

/// Shows the statements of a block, those inside others too.
pub fn block(statements: &[Statement], see: &mut impl FnMut(&Statement)) {
    for statement in statements {
        see(statement);
        match &statement.kind {
            StatementKind::If(_, then, otherwise) => {
                block(then, see);
                block(otherwise, see);
            }
            StatementKind::Repeat(_, _, _, inner)
            | StatementKind::Each(_, _, inner)
            | StatementKind::ForEachPlayer(inner)
            | StatementKind::For(_, inner) => block(inner, see),
            _ => {}
        }
    }
}

/// Shows every expression of the rules, those inside others too.
pub fn expressions(rules: &Rules, see: &mut impl FnMut(&Expr)) {
    statements(rules, &mut |statement| of_statement(statement, see));
    for each in &rules.moves {
        for sentence in &each.sentences {
            sentence.picks.iter().for_each(|pick| expression(&pick.from, see));
            if let Some(travel) = &sentence.travel {
                travel.on.iter().chain(&travel.taking).chain([&travel.to]).for_each(|expr| expression(expr, see));
                path(&travel.path, see);
            }
            sentence.when.iter().for_each(|when| expression(when, see));
        }
        each.ensures.iter().for_each(|ensure| expression(ensure, see));
        for part in each.notation.iter().flat_map(|(quiet, taking)| quiet.iter().chain(taking)) {
            if let TemplatePart::Value(expr) = part {
                expression(expr, see);
            }
        }
    }
    rules.ensures.iter().chain(&rules.turn_ensures).for_each(|ensure| expression(ensure, see));
    rules.functions.iter().for_each(|function| expression(&function.body, see));
    rules.code.iter().for_each(|instruction| of_instruction(instruction, see));
    rules.phases.iter().filter_map(|phase| phase.until.as_ref()).for_each(|until| expression(until, see));
    for end in &rules.ends {
        end.when.iter().for_each(|when| expression(when, see));
        if let EndResult::ByScore(_, _, expr) | EndResult::Someone(expr, _) = &end.result {
            expression(expr, see);
        }
    }
}

/// Shows the expressions of an instruction but for those of its statements, and those inside them.
pub fn of_instruction(instruction: &Instruction, see: &mut impl FnMut(&Expr)) {
    match instruction {
        Instruction::Unless(condition, _) => expression(condition, see),
        Instruction::Choose(choose) => choose.most.iter().for_each(|(_, expr)| expression(expr, see)),
        Instruction::Roll(_, Draw::Dice(count, sides)) => {
            expression(count, see);
            expression(sides, see);
        }
        Instruction::Roll(_, Draw::From(set, weight)) => {
            expression(set, see);
            weight.iter().for_each(|(_, weight)| expression(weight, see));
        }
        Instruction::As(Some(player)) => expression(player, see),
        Instruction::Roll(..)
        | Instruction::Do(_)
        | Instruction::Jump(_)
        | Instruction::Again
        | Instruction::End
        | Instruction::As(None) => {}
    }
}

/// Shows the expressions that stand in a statement itself, and those inside them.
pub fn of_statement(statement: &Statement, see: &mut impl FnMut(&Expr)) {
    let mut all: Vec<&Expr> = Vec::new();
    match &statement.kind {
        StatementKind::If(a, _, _)
        | StatementKind::Each(_, a, _)
        | StatementKind::Ensure(a)
        | StatementKind::Take(a, _)
        | StatementKind::Remove(a)
        | StatementKind::Let(_, a)
        | StatementKind::SetStarter(a)
        | StatementKind::For(a, _) => all.push(a),
        StatementKind::Repeat(a, b, _, _) => all.extend(std::iter::once(a).chain(b)),
        StatementKind::Pick(pick, condition) => all.extend(std::iter::once(&pick.from).chain(condition)),
        StatementKind::Put { number, kind, owner, on, with } => {
            all.extend([number, kind].into_iter().chain(owner).chain(on).chain(with.iter().map(|(_, value)| value)));
        }
        StatementKind::Move(a, b)
        | StatementKind::Push(a, b)
        | StatementKind::Swap(a, b)
        | StatementKind::Change(a, b)
        | StatementKind::Give(a, b) => all.extend([a, b]),
        StatementKind::MovePile { number, from, to, .. } => all.extend([number, from, to]),
        StatementKind::Sow { from, way, except, .. } => all.extend([from, way].into_iter().chain(except)),
        StatementKind::Set(_, holder, value) => all.extend(holder.iter().chain([value])),
        StatementKind::Lay(_, tile, _, face, quarters) => all.extend([tile, face, quarters]),
        StatementKind::Paint(..) | StatementKind::Clear | StatementKind::ForEachPlayer(_) => {}
    }
    all.into_iter().for_each(|expr| expression(expr, see));
}

/// Shows an expression and those inside it.
pub fn expression(expr: &Expr, see: &mut impl FnMut(&Expr)) {
    see(expr);
    children(expr).into_iter().for_each(|child| expression(child, see));
    if let ExprKind::Reach { path: way, .. } = &expr.kind {
        path(way, see);
    }
}

/// The expressions directly inside another, but for those of paths.
pub fn children(expr: &Expr) -> Vec<&Expr> {
    use ExprKind as E;
    match &expr.kind {
        E::Constant(_)
        | E::Kept(_)
        | E::Temporary(_)
        | E::Me
        | E::Mover
        | E::Next
        | E::Starter
        | E::Living
        | E::Empty
        | E::Unmoved
        | E::WhereYes(_)
        | E::Surrounded
        | E::Urgent
        | E::Repeated(_, _, None)
        | E::Without(..)
        | E::Played(_)
        | E::Turns
        | E::Rounds
        | E::Pieces(_, Owner::Any)
        | E::AnyHeight(_, Owner::Any)
        | E::Variable(_, None) => vec![],
        E::Enemies(a)
        | E::ToSet(a)
        | E::ToOne(a)
        | E::Not(a)
        | E::Odd(a)
        | E::Some(a)
        | E::Count(a)
        | E::Pieces(_, Owner::Of(a))
        | E::AnyHeight(_, Owner::Of(a))
        | E::OnTerrain(_, a)
        | E::TerrainAt(_, a)
        | E::Variable(_, Some(a))
        | E::Hand(a, None)
        | E::KindAt(a)
        | E::OwnerAt(a)
        | E::Height(a)
        | E::Table(_, a)
        | E::Relative(a, _)
        | E::Opposite(a)
        | E::Coordinate(_, a)
        | E::Lines(None, a)
        | E::Stuck(a)
        | E::Repeated(_, _, Some(a))
        | E::Can(a, _)
        | E::Seat(a)
        | E::Shows(_, _, a)
        | E::Ranks(a, None, None) => vec![a],
        E::And(a, b)
        | E::Or(a, b)
        | E::Union(a, b)
        | E::Intersection(a, b)
        | E::Difference(a, b)
        | E::OrElse(a, b)
        | E::Same(a, b)
        | E::Compare(_, a, b)
        | E::Arithmetic(_, a, b)
        | E::Contains(a, b)
        | E::Those(_, a, b)
        | E::Total(_, a, b)
        | E::Hand(a, Some(b))
        | E::Shift(a, b)
        | E::RankOf(a, b)
        | E::Rows(_, a, b)
        | E::Lines(Some((_, a)), b)
        | E::Group(a, b)
        | E::Enclosed(a, b)
        | E::Distance(a, b)
        | E::Attacked(a, b)
        | E::Tipped(_, a, b)
        | E::Turned(_, a, b)
        | E::Ranks(a, Some(b), None)
        | E::Ranks(a, None, Some(b)) => {
            vec![a, b]
        }
        E::If(a, b, c) | E::Joins(a, b, c) | E::Ranks(a, Some(b), Some(c)) => vec![a, b, c],
        E::Call(_, arguments) => arguments.iter().collect(),
        E::Reach { from, to, .. } => std::iter::once(from).chain(to).map(|expr| &**expr).collect(),
    }
}

/// Shows the expressions of a path, and those inside them.
pub fn path(path: &Path, see: &mut impl FnMut(&Expr)) {
    path.iter().for_each(|leg| of_leg(leg, see));
}

fn of_leg(leg: &Leg, see: &mut impl FnMut(&Expr)) {
    parts(leg).into_iter().for_each(|part| expression(part, see));
    if let Verb::OneOf(paths) = &leg.verb {
        paths.iter().for_each(|(way, _)| path(way, see));
    }
}

/// The expressions that stand in a leg itself, and the targets of its alternatives; not those of their paths.
pub fn parts(leg: &Leg) -> Vec<&Expr> {
    let mut all = vec![&leg.through];
    if let Some(Dirs::Set(ways)) = &leg.dirs {
        all.push(ways);
    }
    all.extend(leg.condition.iter().map(|condition| &condition.holds));
    match &leg.verb {
        Verb::Slides { range, stopping, .. } => {
            all.extend(range.iter().flat_map(|(least, most)| std::iter::once(least).chain(most)));
            all.extend(stopping);
        }
        Verb::LeapsStraight(a) | Verb::RidesStraight(a) | Verb::Hops { over: a, .. } => all.push(a),
        Verb::Walks(a, b) => all.extend([a, b]),
        Verb::OneOf(paths) => all.extend(paths.iter().filter_map(|(_, to)| to.as_ref())),
        Verb::Steps | Verb::Leaps(..) | Verb::Rides(..) | Verb::Goes | Verb::Stays => {}
    }
    all
}

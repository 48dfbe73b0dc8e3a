/**
 * Merel for tree-sitter.
 *
 * The rules are those of `grammar/gdl.pest`, read when the parser is generated; the nodes are called as they are there. What differs:
 *
 * - Tokens are written here, because a lexer knows no look ahead (`TOKENS`).
 * - A look ahead of pest is left out. Where it tells two readings apart, both are followed (`conflicts`) until one of them ends.
 *   Where both go on to the end, the one that pest tries first has the higher `prec.dynamic` (`PREFERRED`).
 * - A rule that only chooses between others has no node of its own, nor has a step of `expr` with one operand.
 * - Some places of a leg hold operands only (`LEG`), and a path behind `by` without brackets is a list of words (`bare_path`).
 */
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { readPest, wordsOf } from "./pest.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const PEST = readPest(fs.readFileSync(path.join(here, "../../grammar/gdl.pest"), "utf8"));
const { keywords, reserved: forbidden } = wordsOf(PEST);
const CONFLICTS = JSON.parse(fs.readFileSync(path.join(here, "conflicts.json"), "utf8"));

const LETTER = String.raw`[\p{Alphabetic}_]`;
const IDC = String.raw`[\p{Alphabetic}\p{M}\p{N}_]`;
const REST = `(${IDC}|-[\\p{Alphabetic}_\\p{N}])*`;

/** Rules that are written here, and those that pest needs for itself alone. */
const TOKENS = {
  name: (_) => new RegExp(`${LETTER}${REST}`, "u"),
  word: ($) => reserved("none", $.name),
  lang: ($) => reserved("none", $.name),
  place: ($) => choice(reserved("place", $.name), $._numbered_place),
  _numbered_place: (_) => new RegExp(`[0-9]${REST}`, "u"),
  int: (_) => /[0-9]+/,
  string: (_) => /"[^"]*"/,
  comment: (_) => token(seq("//", /[^\n]*/)),
  // `no` before a set, but for the value `no` at the end of a line.
  none: ($) => prec.right(LEVELS.indexOf("inset"), seq("no", $._expr)),
  truth: ($) => choice("yes", "no", alias($._last_no, "no")),
};

/**
 * The steps from `expr` down to an operand, loosest first. They are one rule here, `_expr`, and how tightly each holds is a precedence: a step of
 * its own for each in every place where an expression may stand would make a hundred times the states.
 */
const LEVELS = ["expr", "either", "both", "negation", "compare", "sum", "product", "factor", "inset", "prim"];
const level = (name) => LEVELS.indexOf(name.replace(/^some_/, ""));

/** What pest tries first where two readings of the same text hold. */
const PREFERRED = { slid_group: 1, walked_group: 1 };

/**
 * A word whose meaning hangs on the next one: `src/scanner.c` looks ahead and gives it as a token of its own. Sequences of pest's rules with
 * the token for their first.
 */
const FOLLOWED = [
  [["kw_or", "kw_else"], "_or_else"],
  [["kw_or", "kw_more"], "_or_more"],
  [["kw_at", "kw_least"], "_at_compare"],
  [["kw_at", "kw_most"], "_at_compare"],
  [["kw_at", "kw_any", "kw_height"], "_at_height"],
  [["kw_then", "verb"], "_then_verb"],
];
const named = (part) => (part?.kind === "ahead" && !part.not ? part.part : part)?.name;
const scanned = (parts, at) => FOLLOWED.find(([names]) => names.every((name, offset) => named(parts[at + offset]) === name))?.[1];

/** What is taken of two rules that end at the same place. */
const RANK = { to_int: 1, least: -1, grouped: -1, not_on: 20, cell_w: 1, cells_w: 1 };

/** Rules that do not always take the longest reading: what follows tells, and until then both are followed. */
const BOTH = ["shape", "piece_kind", "steps", "slides", "hops", "walks", "rides", "offsets", "slid_group", "walked_group", "truth", "without",
  "field_board", "field_variable", "field_mover", "text_entry", "put_st"];

const text = (name) => {
  const body = PEST.get(name)?.body;
  return keywords.get(name) ?? (body?.kind === "text" && body.text !== "" ? body.text : undefined);
};
const nothing = (part) => part.kind === "ahead" || (part.kind === "rule" && ["gap", "SOI", "EOI", "junk"].includes(part.name));
const isNode = (part) => part.kind === "rule" && text(part.name) === undefined;
/** Whether a rule only chooses between others. */
const choosesOnly = (name) => {
  const { body } = PEST.get(name);
  if (TOKENS[name]) return false;
  return isNode(body) || (body.kind === "choice" && body.parts.filter((part) => !nothing(part)).every(isNode));
};
const isHidden = (name) => PEST.get(name)?.modifier === "_" || choosesOnly(name);

const SETS = LEVELS.indexOf("inset");
/**
 * Rules that pest does not have: names that are words elsewhere, and the operands of a leg. A whole expression there, or behind the `by` of a
 * path without brackets, would make the tables six times as large, for what nobody writes without brackets.
 */
const MORE = {
  _soft: (_) => choice(...SOFT),
  _soft_owned: (_) => choice(...SOFT, "first", "last"),
  _soft_before_of: (_) => choice(...SOFT_BEFORE_OF),
  _operand: ($) => choice($.name, alias($._soft, $.name), $.int, $.string, $.list, $.grouped, $._rows,
    alias($._owned_operand, $.owned), alias($._call_operand, $.call), alias($._property_operand, $.property), alias($._inset_operand, $.inset), $.from_name),
  _owned_operand: ($) => prec.right(seq($._whose, choice($.name, alias($._call_operand, $.call)))),
  _call_operand: ($) => prec.right(1, seq($.name, $.args)),
  _property_operand: ($) => prec.right(10, seq(choice($.name, alias($._soft_before_of, $.name)), "of", $._operand)),
  _inset_operand: ($) => prec.left(SETS, seq($._operand, choice($.not_in, $.in_set, $.except), $._operand)),
  bare_path: ($) => prec.right(seq($._bare_leg, repeat(seq(alias($._then_verb, "then"), $._bare_leg)))),
  _bare_leg: ($) => prec.right(seq(choice(
    seq(choice("leaps", "rides"), choice(seq($.int, "by", $.int, optional($._bare_dirs)), seq($._bare_dirs, $._bare_operand))),
    seq(choice("steps", "slides", "hops", "walks"), optional($._bare_dirs), optional($._bare_range)),
    seq("moves", "as", $.name), seq("betza", $.string), "goes", "drops", "stays",
  ), repeat(choice(seq("through", choice($._bare_operand, alias($._bare_inset, $.inset))), seq("over", $._bare_operand),
    seq("stopping", "at", $._bare_operand), seq("at", "any", "distance"), seq("round", optional("some"), "bends"), "repeating")))),
  _bare_dirs: ($) => prec.right(seq($._bare_dir, repeat(seq("or", $._bare_dir)))),
  _bare_dir: ($) => choice("any", $._bare_operand),
  _bare_range: ($) => prec.right(-1, choice(seq("exactly", $._bare_operand), seq("up", "to", $._bare_operand),
    seq(choice($.int, $.name, $.group), choice(seq(alias($._or_more, "or"), "more"), seq("to", $._bare_operand))))),
  _bare_inset: ($) => prec.right(SETS, seq($._bare_operand, choice($.not_in, $.in_set, $.except), choice($._bare_operand, $._rows))),
  _bare_operand: ($) => prec.right(choice($.name, alias($._soft, $.name), $.int, $.list, $.group, alias($._owned_operand, $.owned),
    alias($._call_operand, $.call), alias($._bare_property, $.property))),
  _bare_property: ($) => prec.right(10, seq(choice($.name, alias($._soft_before_of, $.name)), "of", $._bare_operand)),
};
const isToken = (name) => name === "row_line" || name in MORE || name in TOKENS;

/** Whether the rule that is made now is one of `LEG`, and what else than a name may stand there for a name. */
let inLeg = false;
let isSoft;
/** Words that are names where what follows does not make them more, and the rules where they may be names. */
const SOFT = ["cell", "cells"];
const SOFT_IN = ["optional", "pieces_of", "owned", "whose_pieces", "domain", "face", "some_of"];
const SOFT_BEFORE_OF = [...SOFT, "row", "rows", "column", "columns", "first", "last"];
/** Rules of a leg: what stands there is an operand, not a whole expression, unless in brackets. */
const LEG = ["through", "stopping", "hops", "exactly", "up_to", "to_most", "least", "leaps", "rides", "one_row", "row_range"];
/** The level that a part ends in, if it ends in one. */
function endsIn(part) {
  switch (part.kind) {
    case "seq": return endsIn(part.parts.findLast((inner) => !nothing(inner)));
    case "choice": return part.parts.filter((inner) => !nothing(inner)).map(endsIn).find((found) => found !== undefined);
    case "optional": case "many": case "some": return endsIn(part.part);
    case "rule": return level(part.name) >= 0 ? level(part.name) : undefined;
  }
}

/** A part of pest's grammar as one of tree-sitter's. */
function convert($, part) {
  const all = () => part.parts.filter((inner) => !nothing(inner)).map((inner) => convert($, inner));
  const one = (make, list) => (list.length === 1 ? list[0] : make(...list));
  switch (part.kind) {
    case "text": return part.text;
    case "range": return new RegExp(`[${part.first}-${part.last}]`, "u");
    case "seq": return one(seq, part.parts.flatMap((inner, at) => {
      const token = inner.kind === "rule" && scanned(part.parts, at);
      return nothing(inner) ? [] : token ? [alias($[token], text(inner.name))] : [convert($, inner)];
    }));
    case "choice": return one(choice, all());
    case "optional": return optional(convert($, part.part));
    case "many": return repeat(convert($, part.part));
    case "some": return repeat1(convert($, part.part));
    case "rule": return reference($, part.name);
  }
}

/** What stands for the name of a rule. */
function reference($, name) {
  const word = text(name);
  if (word !== undefined) return word;
  if (["word", "lang", "place"].includes(name)) return name === "place" ? $.place : alias(TOKENS[name]($), $[name]);
  if (name === "name") return isSoft ? choice($.name, alias($[isSoft], $.name)) : $.name;
  if (level(name) >= 0) return inLeg ? $._operand : $._expr;
  return $[isHidden(name) ? `_${name}` : name];
}

/** The rules that `file` needs. */
function reachable() {
  const found = new Set(["file"]);
  const visit = (part) => {
    if (nothing(part)) return;
    (part.parts ?? (part.part ? [part.part] : [])).forEach(visit);
    if (part.kind === "rule" && text(part.name) === undefined && !found.has(part.name)) {
      found.add(part.name);
      if (!isToken(part.name)) visit(PEST.get(part.name).body);
    }
  };
  visit(PEST.get("file").body);
  return found;
}

/** The rules of tree-sitter. */
function rules() {
  const made = {};
  const operands = [];
  for (const name of reachable()) {
    if (isToken(name) || (name.startsWith("some_") && level(name) >= 0)) continue;
    const { body } = PEST.get(name);
    const weigh = (rule) => {
      const greedy = BOTH.includes(name) ? rule : prec.right(RANK[name] ?? endsIn(body) ?? 0, rule);
      return PREFERRED[name] ? prec.dynamic(PREFERRED[name], greedy) : greedy;
    };
    if (["negation", "factor", "prim"].includes(name)) {
      operands.push(...body.parts.filter((inner) => level(inner.name) < 0));
    } else if (level(name) >= 0) {
      const [first, rest] = body.parts;
      made[name] = ($) => prec.left(level(name), seq(convert($, first), convert($, rest.part)));
      operands.push({ kind: "rule", name });
    } else {
      made[isHidden(name) ? `_${name}` : name] = ($) => {
        inLeg = LEG.includes(name);
        isSoft = name === "property" ? "_soft_before_of" : name === "owned" ? "_soft_owned" : SOFT_IN.includes(name) ? "_soft" : undefined;
        const rule = weigh(convert($, body));
        inLeg = false;
        isSoft = undefined;
        return rule;
      };
    }
  }
  const { name, int, string, comment, place, _numbered_place, none, truth } = TOKENS;
  // The names of the levels are nodes where something is joined.
  made._expr = ($) => choice(alias($._soft, $.name), ...operands.map((part) => (level(part.name) >= 0 ? $[part.name] : convert($, part))));
  return { ...made, ...MORE, none, truth, place, name, _numbered_place, int, string, comment };
}

export default grammar({
  name: "merel",
  word: ($) => $.name,
  extras: ($) => [/[ \t\r\n\uFEFF]/, $.comment],
  externals: ($) => [$.row_line, $._last_no, $._or_else, $._or_more, $._at_compare, $._at_height, $._then_verb],
  reserved: {
    global: (_) => forbidden,
    place: (_) => ["hole", "edge", "line", "direction", "bend", "names"],
    none: (_) => [],
  },
  conflicts: ($) => CONFLICTS.map((rules) => rules.map((rule) => $[rule])),
  rules: rules(),
});

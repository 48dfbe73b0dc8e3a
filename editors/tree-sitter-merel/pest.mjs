/**
 * Reads a pest grammar, so that the syntax of Merel stays in one place: `grammar/gdl.pest`.
 *
 * An expression is one of
 *   {kind: "text", text}                       a string of the grammar
 *   {kind: "range", first, last}               a letter of a range (`'a'..'z'`)
 *   {kind: "rule", name}                       the name of a rule, also of pest's own
 *   {kind: "seq" | "choice", parts}
 *   {kind: "optional" | "many" | "some", part} `?`, `*` and `+`
 *   {kind: "ahead", not, part}                 a look ahead, `&` or, with `not`, `!`
 * What repeats a given number of times (`{2,3}`) is read as `some`: only tokens do, which `grammar.js` writes anew.
 */

const TOKEN = /\/\/[^\n]*|\s+|"((?:[^"\\]|\\.)*)"|([@$_!]?\{)|([A-Za-z_][A-Za-z0-9_]*)|([=~|?*+&!(){}])|'(.)'\.\.'(.)'/gyu;

function tokens(text) {
  const found = [];
  const counted = /\{\d*,?\d*\}/y;
  let at = 0;
  while (at < text.length) {
    counted.lastIndex = at;
    const times = counted.exec(text);
    if (times && found.length > 0 && found.at(-1).kind !== "=") {
      found.push({ kind: "+" });
      at = counted.lastIndex;
      continue;
    }
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text);
    if (!token) throw new Error(`no pest: ${JSON.stringify(text.slice(at, at + 40))}`);
    at = TOKEN.lastIndex;
    if (token[1] !== undefined) found.push({ kind: "text", text: JSON.parse(`"${token[1].replace(/\\u\{(\w+)\}/g, (_, code) => `\\u${code.padStart(4, "0")}`)}"`) });
    else if (token[2]) found.push({ kind: "{", modifier: token[2].slice(0, -1) });
    else if (token[3]) found.push({ kind: "rule", name: token[3] });
    else if (token[4]) found.push({ kind: token[4] });
    else if (token[5]) found.push({ kind: "range", first: token[5], last: token[6] });
  }
  return found;
}

/** The rules of a pest grammar in their order: a map from name to `{modifier, body}`. */
export function readPest(text) {
  const list = tokens(text);
  let at = 0;
  const peek = () => list[at]?.kind;
  const take = (kind) => {
    if (peek() !== kind) throw new Error(`expected ${kind}, found ${JSON.stringify(list[at])} at token ${at}`);
    return list[at++];
  };
  const choice = () => {
    if (peek() === "|") at++;
    const parts = [sequence()];
    while (peek() === "|") at++, parts.push(sequence());
    return parts.length === 1 ? parts[0] : { kind: "choice", parts };
  };
  const sequence = () => {
    const parts = [prefixed()];
    while (peek() === "~") at++, parts.push(prefixed());
    return parts.length === 1 ? parts[0] : { kind: "seq", parts };
  };
  const prefixed = () => {
    if (peek() === "&" || peek() === "!") return { not: list[at++].kind === "!", kind: "ahead", part: prefixed() };
    let part = atom();
    for (;;) {
      if (peek() === "?") at++, (part = { kind: "optional", part });
      else if (peek() === "*") at++, (part = { kind: "many", part });
      else if (peek() === "+") at++, (part = { kind: "some", part });
      else return part;
    }
  };
  const atom = () => {
    if (peek() !== "(") return take(["text", "range"].includes(peek()) ? peek() : "rule");
    at++;
    const inside = choice();
    take(")");
    return inside;
  };
  const rules = new Map();
  while (at < list.length) {
    const { name } = take("rule");
    take("=");
    const { modifier } = take("{");
    rules.set(name, { modifier, body: choice() });
    take("}");
  }
  return rules;
}

/** The words of the language: those that stand for themselves (`kw_…`), by their rule, and those no name may have. */
export function wordsOf(rules) {
  const texts = (part) => (part.kind === "text" ? [part.text] : (part.parts ?? (part.part ? [part.part] : [])).flatMap(texts));
  const keywords = new Map();
  for (const [name, { body }] of rules) {
    if (name.startsWith("kw_")) keywords.set(name, texts(body)[0]);
  }
  return { keywords, reserved: texts(rules.get("reserved").body) };
}

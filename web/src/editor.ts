// The editor of rule files. It is a file of its own, fetched when somebody edits.
// It lives in a shadow tree: there style sheets are adopted, which the page's policy allows, and none is written into the page.

import { autocompletion, type Completion, type CompletionContext, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic as Shown, lintGutter, lintKeymap, nextDiagnostic, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, RangeSet, StateEffect, StateField, type Text } from '@codemirror/state';
import { drawSelection, EditorView, gutter, GutterMarker, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Action, Checked, LineUse, Place, Range } from './kernel';

export interface Item {
  label: string;
  kind?: number;
  detail?: string;
  textEdit?: { range: Range; newText: string };
}

export interface Wanted {
  text: string;
  label: string;
  /** What is wrong with a text; `play` asks for what only play shows. */
  check: (text: string, play: boolean) => Promise<Checked>;
  hover: (text: string, place: Place) => Promise<{ contents: { value: string }; range?: Range } | null>;
  complete: (text: string, place: Place) => Promise<{ items: Item[] } | null>;
  onChange: (text: string) => void;
  onLine: (line: number) => void;
  onChecked: (checked: Checked) => void;
  onSave: () => void;
}

export interface Editor {
  text: () => string;
  replace: (text: string) => void;
  goTo: (line: number) => void;
  nextProblem: () => void;
  /** Shows in the margin how often lines were used; none takes it away. */
  cover: (lines: LineUse[]) => void;
  leave: () => void;
}

/** Until a text is checked after it was typed, and until it is played, in milliseconds. */
const CHECK = 300;
const PLAY = 1500;

const KEYWORDS = new Set(
  `action add after afterwards always and any as before betza board captured choose cube define directions draw each edge else
  end ensure exactly extends for from game give graph hexagon if in into is joins language lay letters loop loses may morris
  move not on option or otherwise paint pass phase piece pieces place players position put remember remove repeat replace rhombus
  roll rules setup shuffled site sow square star steps slides leaps hops drops swap table taking take terrain test text then tiles
  title track triangle turn type until use when while wins without play expect legal illegal options perft note`
    .split(/\s+/)
    .filter(Boolean),
);

const language = StreamLanguage.define<{ quote: boolean }>({
  name: 'merel',
  startState: () => ({ quote: false }),
  token(stream, state) {
    if (state.quote) {
      if (stream.skipTo('"')) {
        stream.next();
        state.quote = false;
      } else stream.skipToEnd();
      return 'string';
    }
    if (stream.eatSpace()) return null;
    if (stream.match('//')) {
      stream.skipToEnd();
      return 'comment';
    }
    if (stream.sol() || /^\s*$/.test(stream.string.slice(0, stream.pos))) {
      if (stream.match('|')) {
        stream.skipToEnd();
        return 'meta';
      }
    }
    if (stream.match('"')) {
      state.quote = true;
      return 'string';
    }
    if (stream.match(/^\d+/)) return 'number';
    if (stream.match(/^[\p{L}_][\p{L}\p{N}_-]*/u)) {
      const word = stream.current();
      if (KEYWORDS.has(word)) return 'keyword';
      return /^\p{Lu}/u.test(word) ? 'typeName' : 'variableName';
    }
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: '//' } },
});

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--code-keyword)' },
  { tag: tags.typeName, color: 'var(--code-type)' },
  { tag: tags.string, color: 'var(--code-string)' },
  { tag: tags.number, color: 'var(--code-number)' },
  { tag: tags.comment, color: 'var(--soft)', fontStyle: 'italic' },
  { tag: tags.meta, color: 'var(--code-number)' },
]);

const look = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--card)', fontSize: '14px' },
  '.cm-scroller': { fontFamily: 'ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace', lineHeight: '1.55' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--soft)', border: 'none' },
  '.cm-used .cm-gutterElement': { textAlign: 'right', padding: '0 .3rem', fontSize: '11px' },
  '.cm-never': { color: 'var(--bad)', fontWeight: '700' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--line-now)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--selected) !important' },
  '.cm-tooltip': { backgroundColor: 'var(--card)', color: 'var(--ink)', border: '1px solid var(--edge)', borderRadius: '6px', maxWidth: 'min(34rem, 90vw)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-told': { padding: '.5rem .7rem', whiteSpace: 'pre-wrap', maxHeight: '50vh', overflow: 'auto', lineHeight: '1.4' },
  '.cm-told pre': { margin: '.3rem 0', padding: '.4rem', background: 'var(--ground)', borderRadius: '4px', overflow: 'auto' },
  '.cm-diagnostic': { whiteSpace: 'pre-wrap' },
  '.cm-diagnosticAction': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)', borderRadius: '4px' },
  '.cm-panels': { backgroundColor: 'var(--ground)', color: 'var(--ink)' },
});

/** How often what a line says was used. */
class Used extends GutterMarker {
  constructor(readonly use: LineUse) {
    super();
  }

  override eq(other: Used): boolean {
    return JSON.stringify(this.use) === JSON.stringify(other.use);
  }

  override toDOM(): Node {
    const { random, scenarios } = this.use.used;
    const mark = document.createElement('span');
    mark.textContent = this.use.never ? `! ${random + scenarios}` : String(random + scenarios);
    if (this.use.never) mark.className = 'cm-never';
    return mark;
  }
}

const setUsed = StateEffect.define<LineUse[]>();

/** The margin moves with the text that is typed. */
const usedLines = StateField.define<RangeSet<Used>>({
  create: () => RangeSet.empty,
  update(marks, transaction) {
    let now = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setUsed)) continue;
      const { doc } = transaction.state;
      const fits = effect.value.filter((use) => use.line >= 1 && use.line <= doc.lines);
      now = RangeSet.of(fits.map((use) => new Used(use).range(doc.line(use.line).from)), true);
    }
    return now;
  },
});

function offset(doc: Text, place: Place): number {
  if (place.line >= doc.lines) return doc.length;
  const line = doc.line(place.line + 1);
  return Math.min(line.from + place.character, line.to);
}

function place(doc: Text, at: number): Place {
  const line = doc.lineAt(at);
  return { line: line.number - 1, character: at - line.from };
}

/** What the service says in Markdown, as text with blocks of code. */
function told(markdown: string): HTMLElement {
  const box = document.createElement('div');
  box.className = 'cm-told';
  for (const [at, part] of markdown.split(/```[a-z]*\n?/).entries()) {
    if (at % 2 === 1) {
      const code = document.createElement('pre');
      code.textContent = part;
      box.append(code);
      continue;
    }
    for (const [n, piece] of part.split('`').entries()) {
      const inline = document.createElement(n % 2 === 1 ? 'code' : 'span');
      inline.textContent = piece.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/\*+/g, '');
      box.append(inline);
    }
  }
  return box;
}

function same(one: Range, other: Range): boolean {
  const text = (range: Range) => `${range.start.line}:${range.start.character}-${range.end.line}:${range.end.character}`;
  return text(one) === text(other);
}

export function makeEditor(root: ShadowRoot, wanted: Wanted): Editor {
  let version = 0;
  let timers: number[] = [];
  let last = '';
  const check = async (play: boolean) => {
    const mine = version;
    const text = view.state.doc.toString();
    const checked = await wanted.check(text, play).catch(() => null);
    if (!checked || mine !== version) return;
    // What is the same is left as it is, with the tooltip that may be open on it.
    const now = JSON.stringify([version, checked]);
    if (now === last) return;
    last = now;
    const fix = (action: Action) => ({
      name: action.title,
      apply: (target: EditorView) => {
        const edits = Object.values(action.edit?.changes ?? {}).flat();
        target.dispatch({
          changes: edits.map(({ range, newText }) => ({
            from: offset(target.state.doc, range.start),
            to: offset(target.state.doc, range.end),
            insert: newText,
          })),
        });
      },
    });
    const { doc } = view.state;
    const shown = checked.diagnostics.map((one): Shown => {
      const from = offset(doc, one.range.start);
      const fixes = checked.actions.filter((action) =>
        action.diagnostics?.some((other) => other.code === one.code && same(other.range, one.range)),
      );
      return {
        from,
        to: Math.max(offset(doc, one.range.end), Math.min(from + 1, doc.length)),
        severity: one.severity === 1 ? 'error' : 'warning',
        source: one.code,
        message: one.message,
        actions: fixes.slice(0, 4).map(fix),
      };
    });
    view.dispatch(setDiagnostics(view.state, shown));
    wanted.onChecked(checked);
  };
  const later = () => {
    timers.forEach(clearTimeout);
    timers = [window.setTimeout(() => void check(false), CHECK), window.setTimeout(() => void check(true), PLAY)];
  };

  const complete = async (context: CompletionContext) => {
    const { doc } = context.state;
    const word = context.matchBefore(/[\p{L}\p{N}_-]*/u);
    if (!context.explicit && (!word || word.from === word.to)) return null;
    const answer = await wanted.complete(doc.toString(), place(doc, context.pos)).catch(() => null);
    if (!answer?.items.length) return null;
    const first = answer.items[0]?.textEdit?.range;
    const options = answer.items.slice(0, 400).map((item): Completion => {
      const completion: Completion = { label: item.label, type: item.kind === 14 ? 'keyword' : 'variable' };
      if (item.detail) completion.detail = item.detail;
      if (item.textEdit) completion.apply = item.textEdit.newText;
      return completion;
    });
    return { from: first ? offset(doc, first.start) : (word?.from ?? context.pos), options };
  };

  const hover = hoverTooltip(async (target, at) => {
    const { doc } = target.state;
    const answer = await wanted.hover(doc.toString(), place(doc, at)).catch(() => null);
    if (!answer) return null;
    const [pos, end] = answer.range ? [offset(doc, answer.range.start), offset(doc, answer.range.end)] : [at, at];
    return { pos, end, above: true, create: () => ({ dom: told(answer.contents.value) }) };
  });

  const box = document.createElement('div');
  box.style.height = '100%';
  root.append(box);
  const view = new EditorView({
    parent: box,
    root,
    state: EditorState.create({
      doc: wanted.text,
      extensions: [
        usedLines,
        gutter({ class: 'cm-used', markers: (target) => target.state.field(usedLines) }),
        lineNumbers(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        indentOnInput(),
        indentUnit.of('  '),
        bracketMatching(),
        // Without pictures of kinds of words: they are of a font that not everybody has.
        autocompletion({ override: [complete], icons: false }),
        hover,
        lintGutter(),
        language,
        syntaxHighlighting(colours),
        look,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': wanted.label, spellcheck: 'false' }),
        keymap.of([
          { key: 'Mod-s', preventDefault: true, run: () => (wanted.onSave(), true) },
          ...completionKeymap,
          ...lintKeymap,
          ...searchKeymap,
          ...historyKeymap,
          ...defaultKeymap,
          indentWithTab,
        ]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) {
            version += 1;
            wanted.onChange(update.state.doc.toString());
            later();
          }
          if (update.docChanged || update.selectionSet) {
            wanted.onLine(update.state.doc.lineAt(update.state.selection.main.head).number - 1);
          }
        }),
      ],
    }),
  });
  later();
  return {
    text: () => view.state.doc.toString(),
    replace: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    goTo: (line) => {
      const at = view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines)).to;
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
      view.focus();
    },
    nextProblem: () => {
      nextDiagnostic(view);
      view.focus();
    },
    cover: (lines) => view.dispatch({ effects: setUsed.of(lines) }),
    leave: () => {
      timers.forEach(clearTimeout);
      view.destroy();
    },
  };
}

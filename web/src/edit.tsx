// The editor: the text on one side, the board and the scenarios on the other.

import { useEffect, useRef, useState } from 'preact/hooks';
import { Picture } from './board';
import { Rulebook } from './book';
import type * as EditorModule from './editor';
import { type BoardAnswer, type Checked, type Cover, kernel, Refusal, type Range, type Scenario } from './kernel';
import { download } from './link';
import { begin } from './match';
import * as store from './store';
import { problemOf, useAround } from './words';

/** Until the board and the scenarios follow the text, in milliseconds. */
const BOARD = 500;
const SCENARIOS = 1200;
/** How often it is looked whether the file on the disk is another. */
const DISK = 4000;

const BEGINNING = `language 1
game "My game"
players White, Black
board square 5 by 5
piece Man (Men)

setup for each player { put Man on my first row }

move advance {
  Man steps forward
  Man steps forward-diagonal to empty or enemies
}

end after each turn {
  "far row": mover wins when landing in my last row
}
end before each turn { "stuck": mover loses when stuck }

test "White begins, and men step forward" {
  expect White to play
  play "a1-a2"
  expect Black to play
}
`;

/** What a file is called until it has a name. */
const UNNAMED = 'my-game.gdl';

/** What is on its way to the disk, as long as it is: a file that is opened meanwhile is neither there nor a draft. */
let saving: Promise<unknown> = Promise.resolve();

interface Conflict {
  message: string;
  disk: string | null;
  fingerprint: string | null;
}

export function Edit({ name, go }: { name: string; go: (path: string, replace?: boolean) => void }) {
  const { say, language } = useAround();
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorModule.Editor | null>(null);
  // As it is typed: what is shown anew meanwhile must not take it back.
  const [typedName, setTypedName] = useState(name.endsWith('.gdl') ? name : name ? `my-${name}.gdl` : UNNAMED);
  const file = typedName.trim() || UNNAMED;
  const [isOpen, setIsOpen] = useState(false);
  const [base, setBase] = useState<string | null>(null);
  const [problem, setProblem] = useState('');
  const [kept, setKept] = useState(() => !store.isDraftHeld(name));
  const [note, setNote] = useState('');
  const [checked, setChecked] = useState<Checked | null>(null);
  const [board, setBoard] = useState<BoardAnswer | null>(null);
  const [scenarios, setScenarios] = useState<Scenario[]>([]);
  const [cover, setCover] = useState('');
  const [bookOf, setBookOf] = useState<string | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const line = useRef(0);
  const clean = useRef('');
  const timers = useRef<Record<string, number>>({});
  const now = useRef({ file, base, language });
  now.current = { file, base, language };

  const draft = () => ({ name: now.current.file, text: editor.current?.text() ?? '' });
  const ask = <T,>(method: string, params: object, text: string) =>
    kernel.ask<T>({ ask: 'edit', draft: { name: now.current.file, text }, method, params });

  const later = (what: string, wait: number, run: () => Promise<void>) => {
    clearTimeout(timers.current[what]);
    timers.current[what] = window.setTimeout(() => void run().catch(() => undefined), wait);
  };
  const showBoard = (wait: number) =>
    later('board', wait, async () => {
      const { text } = draft();
      const place = { position: { line: line.current, character: 0 }, language: now.current.language };
      const answer = await ask<BoardAnswer>('merel/board', place, text);
      // While something is wrong the last board stays, with the reason.
      setBoard((before) => (answer.svg ? answer : before ? { ...before, message: answer.message } : answer));
    });
  const tryScenarios = () =>
    later('scenarios', SCENARIOS, async () => {
      try {
        setScenarios((await kernel.ask<{ scenarios: Scenario[] }>({ ask: 'scenarios', draft: draft() })).scenarios);
      } catch (error) {
        if (!(error instanceof Refusal && error.kind === 'rules')) throw error;
        // What held of another text says nothing of this one.
        setScenarios([]);
      }
    });

  const save = () => (saving = Promise.all([saving, keep()]));
  const keep = async () => {
    const { text } = draft();
    const { file: target, base: known } = now.current;
    const isKept = store.keepDraft({ name: target, text, base: known });
    setKept(isKept);
    if (!isOpenNow.current) {
      setNote(isKept ? say('savedNow') : '');
      return;
    }
    try {
      const told = await kernel.save(target, text, known);
      setBase(told.fingerprint);
      clean.current = text;
      store.dropDraft(target);
      setKept(true);
      setConflict(null);
      setProblem('');
      setNote(say('savedNow'));
      // Who has gone elsewhere meanwhile is not called back.
      if (target !== name && editor.current) go(`/edit/${encodeURIComponent(target)}`, true);
    } catch (error) {
      if (error instanceof Refusal && error.kind === 'changed') {
        const { disk, fingerprint } = error.detail as { disk: string | null; fingerprint: string | null };
        setConflict({ message: problemOf(error, say, language), disk, fingerprint });
      } else setProblem(problemOf(error, say, language));
    }
  };
  const isOpenNow = useRef(false);
  isOpenNow.current = isOpen;

  useEffect(() => {
    let left = false;
    const open = async () => {
      let text = '';
      await saving;
      try {
        const folder = await kernel.files();
        setIsOpen(folder.open);
        const kept = name ? store.draft(name) : null;
        if (folder.open && folder.files.includes(name)) {
          const found = await kernel.read(name);
          text = kept?.text ?? found.text;
          clean.current = found.text;
          setBase(kept ? kept.base : found.fingerprint);
        } else if (kept) {
          text = kept.text;
        } else if (name && !name.endsWith('.gdl')) {
          // A built-in game is shown; what is made of it is a file of one's own.
          text = (await kernel.ask<{ text: string }>({ ask: 'text', table: { game: name } })).text;
        } else {
          text = BEGINNING;
        }
      } catch (error) {
        setProblem(problemOf(error, say, language));
        text = store.draft(name)?.text ?? '';
      }
      const address = './editor.js';
      const module = (await import(address)) as typeof EditorModule;
      if (left || !host.current) return;
      const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
      root.replaceChildren();
      editor.current = module.makeEditor(root, {
        text,
        label: say('ruleText'),
        check: (checkedText, play) => kernel.ask<Checked>({ ask: 'check', draft: { name: now.current.file, text: checkedText }, play }),
        hover: (hovered, position) => ask<{ contents: { value: string }; range?: Range } | null>('textDocument/hover', { position }, hovered),
        complete: (written, position) => ask('textDocument/completion', { position }, written),
        onChange: (typed) => {
          setNote('');
          setKept(store.keepDraft({ name: now.current.file, text: typed, base: now.current.base }));
          showBoard(BOARD);
          tryScenarios();
        },
        onLine: (at) => {
          if (at === line.current) return;
          line.current = at;
          showBoard(150);
        },
        onChecked: setChecked,
        onSave: () => void save(),
      });
      showBoard(0);
      tryScenarios();
    };
    void open();
    return () => {
      left = true;
      Object.values(timers.current).forEach(clearTimeout);
      editor.current?.leave();
      editor.current = null;
    };
  }, []);

  // The board speaks the language of the page.
  useEffect(() => {
    if (editor.current) showBoard(0);
  }, [language]);

  // A change on the disk is noticed.
  useEffect(() => {
    if (!isOpen || base === null) return;
    const look = async () => {
      const found = await kernel.read(file).catch(() => null);
      if (!found || found.fingerprint === now.current.base) return;
      if (editor.current?.text() === clean.current) {
        clean.current = found.text;
        setBase(found.fingerprint);
        editor.current.replace(found.text);
      } else setConflict({ message: say('changed'), disk: found.text, fingerprint: found.fingerprint });
    };
    const timer = setInterval(() => void look(), DISK);
    return () => clearInterval(timer);
  }, [isOpen, base, file, language]);

  const play = async () => {
    const { name: game, text } = draft();
    try {
      const one = await begin(game, language, text);
      go(`/play/${one.id}`);
    } catch (error) {
      setProblem(problemOf(error, say, language));
    }
  };
  const format = async () => {
    try {
      const { text } = draft();
      const edits = await ask<{ newText: string }[] | null>('textDocument/formatting', { options: { tabSize: 2, insertSpaces: true } }, text);
      const [edit] = edits ?? [];
      if (edit) editor.current?.replace(edit.newText);
    } catch (error) {
      setProblem(problemOf(error, say, language));
    }
  };
  const countUse = async () => {
    setCover(say('loading'));
    try {
      const { lines, summary } = await ask<Cover>('merel/cover', {}, draft().text);
      editor.current?.cover(lines);
      setCover(summary);
    } catch (error) {
      setCover('');
      setProblem(problemOf(error, say, language));
    }
  };
  const hideUse = () => {
    editor.current?.cover([]);
    setCover('');
  };
  const errors = checked?.diagnostics.filter((one) => one.severity === 1).length ?? 0;
  const others = (checked?.diagnostics.length ?? 0) - errors;
  // Nothing is said of a text before it was looked at.
  const isSound = checked !== null && errors === 0;

  return (
    <main class="edit">
      <header class="editbar">
        <input
          class="filename"
          value={typedName}
          aria-label={say('name')}
          title={say('fileName')}
          spellcheck={false}
          onInput={(event) => {
            setTypedName(event.currentTarget.value);
            setBase(null);
          }}
        />
        <button type="button" class="strong" onClick={() => void save()}>
          {say('save')}
        </button>
        <button type="button" onClick={() => void play()} disabled={!isSound}>
          ▶ {say('playThis')}
        </button>
        <button type="button" onClick={() => void format()}>
          {say('format')}
        </button>
        <button type="button" onClick={() => void (cover ? hideUse() : countUse())} aria-pressed={cover !== ''} disabled={!isSound}>
          {say('coverage')}
        </button>
        <button type="button" onClick={() => setBookOf(bookOf === null ? draft().text : null)} aria-pressed={bookOf !== null} disabled={!isSound}>
          {say('rulesPage')}
        </button>
        <button type="button" onClick={() => download(file, 'text/plain', draft().text)}>
          {say('downloadFile')}
        </button>
        <button type="button" class={`verdict ${errors > 0 ? 'bad' : isSound ? 'good' : ''}`} data-errors={errors} onClick={() => editor.current?.nextProblem()}>
          {errors > 0 ? say(errors === 1 ? 'error' : 'errors', errors) : say(isSound ? 'noErrors' : 'loading')}
          {others > 0 && ` · ${say(others === 1 ? 'warning' : 'warnings', others)}`}
        </button>
        <span role="status">{note}</span>
      </header>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {!kept && (
        <p class="problem" role="alert">
          {say('draftFull')}
        </p>
      )}
      {conflict && (
        <div class="conflict" role="alertdialog" aria-label={conflict.message}>
          <p>{conflict.message}</p>
          <details>
            <summary>{say('onDisk')}</summary>
            <pre>{conflict.disk ?? '—'}</pre>
          </details>
          <button
            type="button"
            onClick={() => {
              if (conflict.disk !== null) {
                clean.current = conflict.disk;
                editor.current?.replace(conflict.disk);
              }
              setBase(conflict.fingerprint);
              store.dropDraft(file);
              setConflict(null);
            }}
          >
            {say('takeDisk')}
          </button>
          <button
            type="button"
            onClick={() => {
              setBase(conflict.fingerprint);
              setConflict(null);
            }}
          >
            {say('keepMine')}
          </button>
        </div>
      )}
      <div class="halves">
        <div class="text" ref={host} />
        <aside class="preview">
          <p class="soft lines" role="status">
            {board?.scenario ? `${board.scenario}: ` : ''}
            {board?.message}
          </p>
          {board?.svg && <Picture svg={board.svg} label={board.message} />}
          {cover && <pre class="told">{cover}</pre>}
          {bookOf !== null && <Rulebook table={{ game: file, text: bookOf, options: {}, moves: [], seed: 0, language }} />}
          {scenarios.length > 0 && (
            <section aria-labelledby="scenarios">
              <h2 id="scenarios">{say('scenarios')}</h2>
              <ul class="scenarios">
                {scenarios.map((one) => (
                  <li key={one.name + one.line} class={one.status}>
                    <button type="button" class="plain" onClick={() => editor.current?.goTo(one.failedOn ?? one.end)}>
                      <span aria-label={say(one.status === 'passed' ? 'holds' : 'fails')}>{one.status === 'passed' ? '✓' : '✗'}</span> {one.name}
                    </button>
                    {one.message && <p class="soft">{one.message}</p>}
                  </li>
                ))}
              </ul>
            </section>
          )}
        </aside>
      </div>
    </main>
  );
}

// The rulebook of a game, as the kernel writes it from the rules.

import { useEffect, useState } from 'preact/hooks';
import { Picture } from './board';
import { type Kernel, kernel, type Table } from './kernel';
import { tableOf } from './match';
import * as store from './store';
import { problemOf, useAround } from './words';

interface Item {
  text: string;
  items?: Item[];
}

type Block =
  | { block: 'text'; text: string }
  | { block: 'list'; ordered: boolean; items: Item[] }
  | { block: 'table'; head: string[]; rows: string[][] }
  | { block: 'board'; caption: string; svg: string };

interface Chapter {
  number: string;
  title: string;
  blocks: Block[];
  parts?: Chapter[];
}

interface Book {
  language: string;
  title: string;
  facts: { label: string; text: string }[];
  summary: string[];
  summary_title: string;
  chapters: Chapter[];
  contents_title: string;
}

/** The rulebook of a match, on a page of its own. */
export function BookOf({ id }: { id: string }) {
  const { say, language } = useAround();
  const one = store.match(id);
  return (
    <main class="book">
      {one ? (
        <>
          <p>
            <a href={`#/play/${id}`}>← {say('toBoard')}</a>
          </p>
          <Rulebook table={tableOf(one, language, [])} />
        </>
      ) : (
        <p>{say('noMatch')}</p>
      )}
    </main>
  );
}

/** The rulebook of a table, as this kernel tells it. */
export function Rulebook({ table, from = kernel }: { table: Table; from?: Kernel }) {
  const { say, language } = useAround();
  const [book, setBook] = useState<Book | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let left = false;
    from
      .ask<Book>({ ask: 'rulebook', table })
      .then((found) => !left && setBook(found))
      .catch((error: unknown) => {
        if (!left) setProblem(problemOf(error, say, language));
      });
    return () => {
      left = true;
    };
  }, [JSON.stringify(table)]);
  if (problem) return <p class="problem" role="alert">{problem}</p>;
  if (!book) return <p role="status">{say('loading')}</p>;
  const to = (number: string) => document.getElementById(`chapter-${number}`)?.scrollIntoView({ block: 'start' });
  return (
    <article lang={book.language}>
      <h1>{book.title}</h1>
      <dl class="facts">
        {book.facts.map((fact) => (
          <div key={fact.label + fact.text}>
            <dt>{fact.label}</dt>
            <dd>{fact.text}</dd>
          </div>
        ))}
      </dl>
      {book.summary.length > 0 && (
        <section class="summary">
          <h2>{book.summary_title}</h2>
          {book.summary.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </section>
      )}
      <nav aria-label={book.contents_title} class="contents">
        {book.chapters.map((chapter) => (
          <button type="button" class="plain" key={chapter.number} onClick={() => to(chapter.number)}>
            {chapter.number}. {chapter.title}
          </button>
        ))}
      </nav>
      {book.chapters.map((chapter) => (
        <ChapterOf key={chapter.number} chapter={chapter} />
      ))}
    </article>
  );
}

function ChapterOf({ chapter }: { chapter: Chapter }) {
  const isPart = chapter.number.includes('.');
  const heading = `${chapter.number} ${chapter.title}`;
  return (
    <section id={`chapter-${chapter.number}`} aria-label={chapter.title}>
      {isPart ? <h3>{heading}</h3> : <h2>{heading}</h2>}
      {chapter.blocks.map((block, at) => (
        // biome-ignore lint: a block is known by its place
        <BlockOf key={at} block={block} />
      ))}
      {chapter.parts?.map((part) => (
        <ChapterOf key={part.number} chapter={part} />
      ))}
    </section>
  );
}

function BlockOf({ block }: { block: Block }) {
  switch (block.block) {
    case 'text':
      return <p>{block.text}</p>;
    case 'list':
      return <Items ordered={block.ordered} items={block.items} />;
    case 'table':
      return (
        <div class="wide">
          <table>
            <thead>
              <tr>
                {block.head.map((cell) => (
                  <th key={cell}>{cell}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row) => (
                <tr key={row.join('|')}>
                  {row.map((cell, at) => (
                    // biome-ignore lint: a cell is known by its place
                    <td key={at}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    case 'board':
      return (
        <figure>
          <Picture svg={block.svg} label={block.caption} />
          <figcaption>{block.caption}</figcaption>
        </figure>
      );
  }
}

function Items({ ordered, items }: { ordered: boolean; items: Item[] }) {
  const all = items.map((item) => (
    <li key={item.text}>
      {item.text}
      {item.items && item.items.length > 0 && <Items ordered={false} items={item.items} />}
    </li>
  ));
  return ordered ? <ol>{all}</ol> : <ul>{all}</ul>;
}

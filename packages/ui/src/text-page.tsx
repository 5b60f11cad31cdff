import type { ReactNode } from 'react';
import s from './text-page.module.css';

/** A block of a text page. */
export type TextBlock =
  | { kind: 'heading' | 'paragraph'; text: string }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'question'; question: string; answer: string };

/** A text page as the shop shows it: title and blocks, with `children` after them. */
export const TextPage = ({
  title,
  blocks,
  children,
}: {
  title: string;
  blocks: readonly TextBlock[];
  children?: ReactNode;
}) => (
  <article className={s.page}>
    <h1>{title}</h1>
    {blocks.map((block, i) => (
      // oxlint-disable-next-line react/no-array-index-key -- blocks have no identity except their position
      <Block key={i} block={block} />
    ))}
    {children}
  </article>
);

function Block({ block }: { block: TextBlock }) {
  switch (block.kind) {
    case 'heading':
      return <h2>{block.text}</h2>;
    case 'paragraph':
      return <p>{block.text}</p>;
    case 'list':
      return (
        <ul>
          {block.items.map((item, i) => (
            // oxlint-disable-next-line react/no-array-index-key -- two lines may be the same
            <li key={i}>{item}</li>
          ))}
        </ul>
      );
    case 'question':
      return (
        <details>
          <summary>{block.question}</summary>
          <p>{block.answer}</p>
        </details>
      );
  }
}

import type { OverlayFrame } from '@shop/mfe-kit';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { guideOf } from './sizes.ts';
import s from './size-guide.module.css';

export const overlay: OverlayFrame = { kind: 'panel', label: 'Size guide' };

/** How to measure, and what the sizes of a category mean. */
export function SizeGuide({ category, headingLevel = 2 }: { category: string; headingLevel?: 1 | 2 }) {
  const guide = guideOf(category);
  const Heading = `h${headingLevel}` as const;
  if (!guide) return <EmptyState title="One size fits all of these" />;
  return (
    <div className={s.guide}>
      <Heading>{guide.title}</Heading>
      <ol className={s.steps}>
        {guide.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {guide.tables.map(({ caption, head, rows }) => (
        <table key={caption} className={s.table}>
          <caption>{caption}</caption>
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([size, ...values]) => (
              <tr key={size}>
                <th scope="row">{size}</th>
                {values.map((value) => (
                  <td key={value}>{value}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      <p className={s.hint}>{guide.hint}</p>
    </div>
  );
}

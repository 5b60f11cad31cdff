import { Link, type OverlayFrame, type Prefetch, useParams } from '@shop/mfe-kit';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { plural } from '../../components/display-names.ts';
import s from './size-guide.module.css';
import { guideOf } from './sizes.ts';

export const overlay: OverlayFrame = { kind: 'panel', label: 'Size guide' };

export const prefetch: Prefetch = (_, { params }) => {
  const guide = guideOf(params.category ?? '');
  if (!guide) return { status: 404, head: { title: 'Page Not Found', noindex: true } };
  return { head: { title: guide.title, description: guide.steps[0] } };
};

/** How to measure, and a category's sizes: a dialog, or without `category` the page for the address. */
export function SizeGuide({ category }: { category?: string }) {
  const { category: named = '' } = useParams();
  const isPage = category === undefined;
  const main = category ?? named;
  const guide = guideOf(main);
  const Heading = isPage ? 'h1' : 'h2';
  if (!guide) return <EmptyState title="One size fits all of these" />;
  return (
    <article className={s.guide} data-page={isPage || undefined}>
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
      {isPage && (
        <p className={s.more}>
          <Link to={`/product/${encodeURIComponent(main)}`}>See all {plural(main).toLowerCase()}</Link>
        </p>
      )}
    </article>
  );
}

import { Link, type Prefetch, useParams } from '@shop/mfe-kit';
import { plural } from '../../components/words.ts';
import { SizeGuide } from './size-guide.tsx';
import s from './size-guide-page.module.css';
import { guideOf } from './sizes.ts';

export const prefetch: Prefetch = (_, { params }) => {
  const guide = guideOf(params.category ?? '');
  if (!guide) return { status: 404, head: { title: 'Page Not Found', noindex: true } };
  return { head: { title: guide.title, description: guide.steps[0] } };
};

/** The size guide of a category on a page of its own, to be printed. */
export function SizeGuidePage() {
  const { category = '' } = useParams();
  return (
    <article className={s.page}>
      <SizeGuide category={category} headingLevel={1} />
      <p className={s.more}>
        <Link to={`/product/${encodeURIComponent(category)}`}>See all {plural(category).toLowerCase()}</Link>
      </p>
    </article>
  );
}

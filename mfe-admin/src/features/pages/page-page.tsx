import { ApiError, Link, useParams, type Prefetch } from '@shop/mfe-kit';
import { buttonClass } from '@shop/ui/button.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { useQuery } from '@tanstack/react-query';
import { nameOfPage } from '../../api/pages.ts';
import { Loaded } from '../../components/load-states.tsx';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { pageQuery } from './api/pages.ts';
import { PageForm } from './page-form.tsx';

const NEW = 'new';
const BACK = { to: '/admin/pages', name: 'Text pages' };

export const prefetch: Prefetch = (queryClient, { params: { slug = NEW } }) => {
  if (slug === NEW) return staffHead('Add page');
  void queryClient.prefetchQuery(pageQuery(slug));
  return staffHead('Text page');
};

/** One text page with its preview; `/admin/page/new` creates one. */
export function PagePage() {
  const { slug = NEW } = useParams();
  const isNew = slug === NEW;
  const query = useQuery({ ...pageQuery(slug), enabled: !isNew, refetchOnWindowFocus: false });
  const page = query.data;
  const isGone = query.error instanceof ApiError && query.error.status === 404;
  return (
    <StaffFrame
      title={isNew ? 'Add page' : page ? nameOfPage(page) : 'Text page'}
      back={BACK}
      record={isNew || !page ? undefined : nameOfPage(page)}
      actions={
        page?.status === 'published' &&
        page.updatedAt && (
          <Link to={page.path} className={buttonClass('secondary')}>
            In the shop
          </Link>
        )
      }
    >
      {isNew ? (
        <PageForm key={NEW} page={undefined} />
      ) : isGone ? (
        <EmptyState title="This page does not exist">
          <Link to={BACK.to}>To the text pages</Link>
        </EmptyState>
      ) : (
        <Loaded query={query} what="page">
          {(found) => <PageForm key={found._id} page={found} />}
        </Loaded>
      )}
    </StaffFrame>
  );
}

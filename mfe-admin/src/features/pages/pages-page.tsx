import { content } from '@shop/contracts/browser';
import { call, Link, toast, type Prefetch } from '@shop/mfe-kit';
import { Badge } from '@shop/ui/badge.tsx';
import { buttonClass } from '@shop/ui/button.tsx';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { nameOfPage } from '../../api/pages.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import form from '../../components/form.module.css';
import { Loaded } from '../../components/load-states.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { shopMomentText } from '../../components/texts.ts';
import { pagesQuery, type PageRow } from './api/pages.ts';

export const prefetch: Prefetch = (queryClient) => {
  void queryClient.prefetchQuery(pagesQuery);
  return staffHead('Text pages');
};

/** The text pages: those that every shop has, and those that staff added. */
export function PagesPage() {
  const queryClient = useQueryClient();
  const query = useQuery(pagesQuery);
  const [removing, setRemoving] = useState<PageRow>();
  return (
    <StaffFrame
      title="Text pages"
      actions={
        <Link to="/admin/page/new" className={buttonClass('primary')}>
          Add page
        </Link>
      }
    >
      <Loaded query={query} what="pages">
        {(pages) => <PagesTable pages={pages} onRemove={setRemoving} />}
      </Loaded>
      {removing && (
        <ConfirmDialog
          title={`Delete ${nameOfPage(removing)}?`}
          confirm="Delete"
          action={async () => {
            const { message } = await call(content.removePage, { params: { slug: removing.slug } });
            toast.success(message);
            await queryClient.invalidateQueries({ queryKey: pagesQuery.queryKey });
          }}
          failure="Failed to delete the page"
          onClose={() => setRemoving(undefined)}
        >
          <p>Its addresses lead to nothing then, and menus show it no more. A draft keeps the text.</p>
        </ConfirmDialog>
      )}
    </StaffFrame>
  );
}

const column = columnsOf<PageRow>();

function PagesTable({ pages, onRemove }: { pages: readonly PageRow[]; onRemove(page: PageRow): void }) {
  const columns = useMemo<Columns<PageRow>>(
    () => [
      column.accessor('title', {
        header: 'Title',
        cell: ({ row: { original } }) => (
          <span className={form.cellLines}>
            <Link to={`/admin/page/${encodeURIComponent(original.slug)}`} className={form.cellWords!}>
              {nameOfPage(original)}
            </Link>
            <code>{decodeURIComponent(original.path)}</code>
          </span>
        ),
      }),
      column.accessor('status', {
        header: 'Status',
        cell: ({ row: { original } }) =>
          !original.updatedAt ? (
            <Badge tone="bad">Not written</Badge>
          ) : original.status === 'draft' ? (
            <Badge>Draft</Badge>
          ) : (
            <Badge tone="good">Published</Badge>
          ),
      }),
      column.accessor('updatedAt', {
        header: 'Changed',
        cell: ({ row: { original } }) =>
          original.updatedAt && (
            <span className={form.cellLines}>
              <span>{shopMomentText(original.updatedAt)}</span>
              {original.updatedBy && <span className={form.soft}>by {original.updatedBy}</span>}
            </span>
          ),
      }),
      column.display({
        id: 'actions',
        header: 'Change',
        cell: ({ row: { original } }) => (
          <span className={form.cellButtons}>
            <Link to={`/admin/page/${encodeURIComponent(original.slug)}`} className={form.cellLink}>
              Edit<span className="visually-hidden"> {nameOfPage(original)}</span>
            </Link>
            {original.status === 'published' && original.updatedAt && (
              <Link to={original.path} className={form.cellLink}>
                In the shop<span className="visually-hidden">: {nameOfPage(original)}</span>
              </Link>
            )}
            {!original.isOfShop && (
              <RowButton of={nameOfPage(original)} onClick={() => onRemove(original)}>
                Delete
              </RowButton>
            )}
          </span>
        ),
      }),
    ],
    [onRemove],
  );
  return <DataTable caption="Text pages" columns={columns} rows={pages} idOf={({ _id }) => _id} />;
}

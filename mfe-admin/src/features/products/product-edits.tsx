import { Link } from '@shop/mfe-kit';
import { Badge } from '@shop/ui/badge.tsx';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import form from '../../components/form.module.css';
import { PagedList } from '../../components/paged-list.tsx';
import { momentText } from '../../components/texts.ts';
import { productEditsQuery, type ProductEdit } from './api/product-edits.ts';
import { changeTexts, EDIT_STATE_NAMES, EDIT_STATE_TONES } from './edit-texts.ts';

export const EDITS_PAGE_SIZE = 25;

const column = columnsOf<ProductEdit>();
const COLUMNS: Columns<ProductEdit> = [
  column.display({
    id: 'at',
    header: 'When',
    cell: ({ row: { original } }) => (
      <Link to={`/admin/product-edit/${original._id}`} className={form.cellLink}>
        {momentText(original.applied?.at ?? original.createdAt)}
      </Link>
    ),
  }),
  column.display({ id: 'by', header: 'Who', cell: ({ row: { original } }) => original.applied?.name ?? 'Staff' }),
  column.display({
    id: 'changes',
    header: 'What',
    cell: ({ row: { original } }) => (
      <span className={form.cellLines}>
        {original.changes && changeTexts(original.changes).map((text) => <span key={text}>{text}</span>)}
      </span>
    ),
  }),
  column.display({ id: 'changed', header: 'Products', cell: ({ row: { original } }) => figuresText(original) }),
  column.display({
    id: 'state',
    header: 'State',
    cell: ({ row: { original } }) => (
      <Badge tone={EDIT_STATE_TONES[original.state]}>{EDIT_STATE_NAMES[original.state]}</Badge>
    ),
  }),
];

function figuresText({ counts }: ProductEdit): string {
  const { changed, restored, kept, skipped, planned } = counts;
  return [
    `${changed + restored + kept} changed`,
    ...(planned > 0 ? [`${planned} to come`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(restored > 0 ? [`${restored} restored`] : []),
    ...(kept > 0 ? [`${kept} changed since`] : []),
  ].join(', ');
}

const idOf = ({ _id }: ProductEdit) => _id;

/** Edits of several products that were applied, with who and when. */
export function ProductEdits({ page, hrefOfPage }: { page: number; hrefOfPage(page: number): string }) {
  const query = useQuery({
    ...productEditsQuery({ page, limit: EDITS_PAGE_SIZE }),
    placeholderData: keepPreviousData,
  });
  return (
    <PagedList
      query={query}
      rowsOf={({ edits }) => edits}
      what="edits"
      counted={['edit']}
      none="Nothing was edited in bulk yet"
      note={
        <p className={form.soft}>Select products in the list to edit several of them. Edits are kept for 90 days.</p>
      }
      pageSize={EDITS_PAGE_SIZE}
      page={page}
      hrefOfPage={hrefOfPage}
    >
      {(edits, waiting) => (
        <DataTable caption="Edits of several products" columns={COLUMNS} rows={edits} idOf={idOf} waiting={waiting} />
      )}
    </PagedList>
  );
}

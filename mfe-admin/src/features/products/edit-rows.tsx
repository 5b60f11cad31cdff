import { Link } from '@shop/mfe-kit';
import { Badge } from '@shop/ui/badge.tsx';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import form from '../../components/form.module.css';
import { PagedList } from '../../components/paged-list.tsx';
import { usePaging } from '../../components/paging.ts';
import { Tabs } from '../../components/tabs.tsx';
import { editRowsQuery, type ProductEdit, type ProductEditRow, type RowsFilter } from './api/product-edits.ts';
import { FIELD_NAMES, ROW_STATE_NAMES, ROW_STATE_TONES, ROW_STATES, valueText } from './edit-texts.ts';
import s from './product-edit-page.module.css';

const PAGE_SIZE = 25;

export const rowsIn = (search: URLSearchParams, page: number): RowsFilter => {
  const state = ROW_STATES.find((one) => one === search.get('rows'));
  return { ...(state && { state }), page, limit: PAGE_SIZE };
};

const column = columnsOf<ProductEditRow>();
const COLUMNS: Columns<ProductEditRow> = [
  column.display({
    id: 'product',
    header: 'Product',
    cell: ({ row: { original } }) => (
      <span className={form.cellLines}>
        <Link to={`/admin/product/${original.productId}`} className={form.cellLink}>
          {original.name}, {original.metalTone}
        </Link>
        <code>{original.productGroup}</code>
      </span>
    ),
  }),
  column.display({
    id: 'fields',
    header: 'From → to',
    cell: ({ row: { original } }) => <Fields {...original} />,
  }),
  column.display({
    id: 'state',
    header: 'State',
    cell: ({ row: { original } }) => (
      <span className={form.cellLines}>
        <span>
          <Badge tone={ROW_STATE_TONES[original.state]}>{ROW_STATE_NAMES[original.state]}</Badge>
        </span>
        {original.why.map(({ field, message }) => (
          <span key={`${field} ${message}`} className={s.why}>
            {field && `${FIELD_NAMES[field]}: `}
            {message}
          </span>
        ))}
      </span>
    ),
  }),
];

const UNDONE = { restored: ' (restored)', kept: ' (changed since)' } as const;

function Fields({ fields, state }: ProductEditRow) {
  if (fields.length === 0) return '–';
  return (
    <ul className={s.fields}>
      {fields.map(({ field, before, after, undone }) => (
        <li key={field}>
          {FIELD_NAMES[field]}: {valueText(field, before)}
          <span aria-hidden="true"> → </span>
          <span className="visually-hidden"> becomes </span>
          <strong>{valueText(field, after)}</strong>
          {undone && state === 'kept' && UNDONE[undone]}
        </li>
      ))}
    </ul>
  );
}

const idOf = ({ number }: ProductEditRow) => String(number);

/** What an edit does or did to each product, what stays as it is first. */
export function EditRows({ edit }: { edit: ProductEdit }) {
  const { search, page, hrefWith, hrefOfPage } = usePaging();
  const filter = rowsIn(search, page);
  const query = useQuery({ ...editRowsQuery(edit, filter), placeholderData: keepPreviousData });
  const shown = ROW_STATES.filter((state) => edit.counts[state] > 0 || state === filter.state);
  return (
    <>
      <Tabs
        label="Products by what becomes of them"
        tabs={[
          { name: 'All', to: hrefWith({ rows: undefined }), current: !filter.state },
          ...shown.map((state) => ({
            name: `${ROW_STATE_NAMES[state]} (${edit.counts[state]})`,
            to: hrefWith({ rows: state }),
            current: filter.state === state,
          })),
        ]}
      />
      <PagedList
        query={query}
        rowsOf={({ rows }) => rows}
        what="products"
        counted={['product']}
        none="There is no such product"
        pageSize={PAGE_SIZE}
        page={page}
        hrefOfPage={hrefOfPage}
      >
        {(rows, waiting) => (
          <DataTable caption="Products of this edit" columns={COLUMNS} rows={rows} idOf={idOf} waiting={waiting} />
        )}
      </PagedList>
    </>
  );
}

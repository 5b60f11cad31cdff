import { catalog } from '@shop/contracts/browser';
import { call, formatMoney, Link, toast } from '@shop/mfe-kit';
import { Badge, type BadgeTone } from '@shop/ui/badge.tsx';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { PRODUCTS_KEY } from '../../api/products.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import form from '../../components/form.module.css';
import { useMay } from '../../components/may.tsx';
import { PagedList } from '../../components/paged-list.tsx';
import { usePaging } from '../../components/paging.ts';
import { RowButton } from '../../components/row-button.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { shopMomentText } from '../../components/texts.ts';
import { PAGE_SIZE, plannedChangesQuery, plannedIn, type PlannedChange } from './api/planned-changes.ts';
import s from './stock-section.module.css';

const STATES: Record<PlannedChange['state'], [name: string, tone: BadgeTone]> = {
  planned: ['planned', 'plain'],
  running: ['holds now', 'busy'],
  done: ['done', 'good'],
  impossible: ['not possible', 'bad'],
  'taken-back': ['taken back', 'plain'],
};

const STATUS_TEXTS: Record<NonNullable<PlannedChange['status']>, string> = {
  published: 'In the shop',
  draft: 'Out of the shop, a draft',
  archived: 'Archived',
};

const PARTS = { coming: 'Coming', impossible: 'Not possible', over: 'Over' } as const;
const NONE = {
  coming: 'Nothing is planned',
  impossible: 'All that was planned could be done',
  over: 'Nothing is over yet',
} as const;

const whatText = ({ price, status }: PlannedChange): string =>
  status ? STATUS_TEXTS[status] : `Price ${formatMoney(price!, 'INR')}`;
const nameOf = ({ product: { name, metalTone } }: PlannedChange): string => `${name}, ${metalTone}`;
const rowName = (change: PlannedChange): string => `${whatText(change)}, ${shopMomentText(change.at)}`;

const column = columnsOf<PlannedChange>();
const PRODUCT = column.display({
  id: 'product',
  header: 'Product',
  cell: ({ row: { original } }) =>
    original.product.status === 'archived' ? (
      nameOf(original)
    ) : (
      <Link to={`/admin/product/${original.productId}?show=planned`} className={form.cellLink}>
        {nameOf(original)}
      </Link>
    ),
});
const COLUMNS: Columns<PlannedChange> = [
  column.accessor('at', { header: 'When', cell: ({ getValue }) => shopMomentText(getValue()) }),
  column.display({
    id: 'what',
    header: 'What',
    cell: ({ row: { original } }) =>
      original.status ? whatText(original) : <span className={form.cellWhole}>{whatText(original)}</span>,
  }),
  column.display({
    id: 'until',
    header: 'Until',
    cell: ({ row: { original } }) => (original.until ? shopMomentText(original.until) : '–'),
  }),
  column.display({
    id: 'state',
    header: 'State',
    cell: ({ row: { original } }) => {
      const [name, tone] = STATES[original.state];
      return (
        <span className={form.cellLines}>
          <span>
            <Badge tone={tone}>{name}</Badge>
          </span>
          {original.why && <span>{original.why}</span>}
        </span>
      );
    },
  }),
  column.display({ id: 'by', header: 'Who', cell: ({ row: { original } }) => original.by.name ?? 'Staff' }),
];

const columnsFor = (hasProduct: boolean, onTakeBack?: (change: PlannedChange) => void): Columns<PlannedChange> => [
  ...(hasProduct ? [PRODUCT] : []),
  ...COLUMNS,
  ...(onTakeBack
    ? [
        column.display({
          id: 'actions',
          header: 'Change',
          cell: ({ row: { original } }) => (
            <RowButton of={rowName(original)} onClick={() => onTakeBack(original)}>
              Take back
            </RowButton>
          ),
        }),
      ]
    : []),
];

const idOf = ({ _id }: PlannedChange) => _id;

/** What is planned, what could not be done and what is over: of all products, or of one. */
export function PlannedChanges({ productId }: { productId?: string }) {
  const { search, page, hrefWith, hrefOfPage } = usePaging();
  const filter = plannedIn(search);
  const query = useQuery({
    ...plannedChangesQuery({ ...filter, ...(productId !== undefined && { productId }) }),
    placeholderData: keepPreviousData,
  });
  const [taking, setTaking] = useState<PlannedChange>();
  const mayTake = useMay()('products.change') && filter.show === 'coming';
  const columns = useMemo(
    () => columnsFor(productId === undefined, mayTake ? setTaking : undefined),
    [productId, mayTake],
  );
  return (
    <div className={s.section}>
      <Tabs
        label="Planned changes"
        tabs={(['coming', 'impossible', 'over'] as const).map((part) => ({
          name: PARTS[part],
          to: hrefWith({ when: part === 'coming' ? undefined : part }),
          current: filter.show === part,
        }))}
      />
      <PagedList
        query={query}
        rowsOf={({ plannedChanges }) => plannedChanges}
        what="planned changes"
        counted={['change']}
        none={NONE[filter.show]}
        note={
          <p className={form.soft}>
            {productId === undefined && 'Changes are planned at their product. '}
            Times are those of the shop, in India. What is over is kept for 90 days.
          </p>
        }
        pageSize={PAGE_SIZE}
        page={page}
        hrefOfPage={hrefOfPage}
      >
        {(changes, waiting) => (
          <DataTable caption="Planned changes" columns={columns} rows={changes} idOf={idOf} waiting={waiting} />
        )}
      </PagedList>
      {taking && <TakingBack change={taking} onClose={() => setTaking(undefined)} />}
    </div>
  );
}

function TakingBack({ change, onClose }: { change: PlannedChange; onClose(): void }) {
  const queryClient = useQueryClient();
  const isRunning = change.state === 'running';
  return (
    <ConfirmDialog
      title={isRunning ? 'Take the end of this price back?' : 'Take this change back?'}
      confirm="Take back"
      action={async () => {
        try {
          await call(catalog.takePlannedChangeBack, { params: { id: change._id } });
          toast.success('Taken back');
        } finally {
          await queryClient.invalidateQueries({ queryKey: PRODUCTS_KEY });
        }
      }}
      onClose={onClose}
    >
      <p>
        {nameOf(change)}: {rowName(change)}.{' '}
        {isRunning ? 'The price stays as it is now.' : 'The product stays as it is then.'}
      </p>
    </ConfirmDialog>
  );
}

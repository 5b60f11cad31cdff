import { cartOrder } from '@shop/contracts/browser';
import { call, toast, useNavigate, type Prefetch } from '@shop/mfe-kit';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import form from '../../components/form.module.css';
import { PagedList } from '../../components/paged-list.tsx';
import { pageIn, usePaging } from '../../components/paging.ts';
import { RowButton } from '../../components/row-button.tsx';
import { SearchForm } from '../../components/search-form.tsx';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { couriersQuery } from '../../api/couriers.ts';
import { mayLeave } from '../../components/unsaved.ts';
import { Tabs } from '../../components/tabs.tsx';
import { WholeTableFile } from '../../components/whole-table-file.tsx';
import { AREAS_KEY, areasQuery, loadAreas, type Area, type AreasFilter } from './api/areas.ts';
import { AreaForm } from './area-form.tsx';
import { CouriersSection } from './couriers-section.tsx';

const PAGE_SIZE = 25;

const filterOf = (search: URLSearchParams): AreasFilter => {
  const q = search.get('q')?.slice(0, 100);
  return { page: pageIn(search), limit: PAGE_SIZE, ...(q && { q }) };
};

const showsCouriers = (search: URLSearchParams): boolean => search.get('show') === 'couriers';

export const prefetch: Prefetch = (queryClient, { url }) => {
  if (showsCouriers(url.searchParams)) {
    void queryClient.prefetchQuery(couriersQuery);
    return staffHead('Couriers');
  }
  void queryClient.prefetchQuery(areasQuery(filterOf(url.searchParams)));
  return staffHead('Delivery days');
};

const daysText = ({ fromDays, toDays }: Area): string =>
  fromDays === toDays ? String(toDays) : `${fromDays} to ${toDays}`;

const editId = ({ pincode }: Area): string => `edit-${pincode}`;

const column = columnsOf<Area>();

/** When parcels arrive; with `show=couriers` who carries them. */
export function DeliveryPage() {
  const { search, hrefWith } = usePaging();
  const isCouriers = showsCouriers(search);
  return (
    <StaffFrame title={isCouriers ? 'Couriers' : 'Delivery days'}>
      <Tabs
        label="Parts of the delivery"
        tabs={[
          { name: 'Delivery days', to: hrefWith({ show: undefined }), current: !isCouriers },
          { name: 'Couriers', to: hrefWith({ show: 'couriers', q: undefined, page: undefined }), current: isCouriers },
        ]}
      />
      {isCouriers ? <CouriersSection /> : <DeliveryDays />}
    </StaffFrame>
  );
}

/** The table by which shoppers are told when a parcel arrives. */
function DeliveryDays() {
  const { search, page, hrefWith, hrefOfPage } = usePaging();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const filter = filterOf(search);
  const [editing, setEditing] = useState<Area>();
  const [removing, setRemoving] = useState<Area>();
  const query = useQuery({ ...areasQuery(filter), placeholderData: keepPreviousData });
  const refresh = () => queryClient.invalidateQueries({ queryKey: AREAS_KEY });
  const columns = useMemo<Columns<Area>>(
    () => [
      column.accessor('pincode', {
        header: 'PIN code',
        cell: ({ getValue }) => (
          <span className={form.cellWhole}>{getValue().length < 6 ? `${getValue()}…` : getValue()}</span>
        ),
      }),
      column.accessor(({ city }) => city || '–', { id: 'city', header: 'City' }),
      column.accessor('state', { header: 'State' }),
      column.accessor(daysText, { id: 'days', header: 'Business days' }),
      column.display({
        id: 'actions',
        header: 'Change',
        cell: ({ row: { original } }) => (
          <span className={`${form.cellButtons} ${form.cellPair}`}>
            <RowButton id={editId(original)} of={original.pincode} onClick={() => mayLeave() && setEditing(original)}>
              Edit
            </RowButton>
            <RowButton of={original.pincode} onClick={() => setRemoving(original)}>
              Remove
            </RowButton>
          </span>
        ),
      }),
    ],
    [setEditing, setRemoving],
  );
  return (
    <>
      <div className={form.stack}>
        <p className={form.soft}>
          Business days from the dispatch of a parcel to its delivery in India. Of several rows that fit a PIN code, the
          one with the most digits counts. How long pieces take until their dispatch is set under Charges.
        </p>
        <AreaForm
          key={editing?.pincode ?? ''}
          area={editing}
          onSaved={() => void refresh()}
          onDone={() => {
            setEditing(undefined);
            // Back to where the change began.
            if (editing) document.getElementById(editId(editing))?.focus();
          }}
        />
        <WholeTableFile
          label="Table of PIN codes"
          name="delivery-days"
          importCall={cartOrder.importDeliveryAreas}
          load={loadAreas}
          onImported={refresh}
        />
        <SearchForm
          label="PIN code, city or state"
          value={filter.q ?? ''}
          onSearch={(q) => navigate(hrefWith({ q: q || undefined }))}
        />
      </div>
      <PagedList
        query={query}
        rowsOf={({ areas }) => areas}
        what="delivery days"
        skeletonRows={8}
        counted={['row']}
        none={filter.q ? 'No row fits' : 'No PIN codes yet: shoppers see no delivery date'}
        pageSize={PAGE_SIZE}
        page={page}
        hrefOfPage={hrefOfPage}
      >
        {(areas, waiting) => (
          <DataTable
            caption="Delivery days"
            columns={columns}
            rows={areas}
            idOf={({ pincode }) => pincode}
            waiting={waiting}
            {...(editing && { selected: editing.pincode })}
          />
        )}
      </PagedList>
      {removing && (
        <ConfirmDialog
          title={`Remove ${removing.pincode}?`}
          confirm="Remove"
          action={async () => {
            await call(cartOrder.removeDeliveryArea, { params: { pincode: removing.pincode } });
            toast.success('Row removed');
            void refresh();
          }}
          failure="Delete failed"
          onClose={() => setRemoving(undefined)}
        >
          <p>
            {removing.city && `${removing.city}, `}
            {removing.state}: its PIN codes then have the days of the row with fewer digits, or no date if there is
            none.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

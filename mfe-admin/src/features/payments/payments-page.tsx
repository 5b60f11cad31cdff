import { payment } from '@shop/contracts/browser';
import { call, toast, type Prefetch } from '@shop/mfe-kit';
import { FormDialog } from '@shop/ui/dialog.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { useContractForm } from '../../components/contract-form/use-contract-form.ts';
import { attentionQuery, PAYMENTS_KEY, type Attention, type AttentionFilter } from '../../api/payments.ts';
import { PagedList } from '../../components/paged-list.tsx';
import { pageIn, usePaging } from '../../components/paging.ts';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { Tabs } from '../../components/tabs.tsx';
import { AttentionList } from './attention-list.tsx';

const PAGE_SIZE = 20;

const filterOf = (search: URLSearchParams): AttentionFilter => ({
  page: pageIn(search),
  limit: PAGE_SIZE,
  resolved: search.get('resolved') === 'yes' ? 'yes' : 'no',
});

export const prefetch: Prefetch = (queryClient, { url }) => {
  void queryClient.prefetchQuery(attentionQuery(filterOf(url.searchParams)));
  return staffHead('Payments');
};

/** Payments that the service could not settle without staff, and how staff resolved them. */
export function PaymentsPage() {
  const { search, page, hrefWith, hrefOfPage } = usePaging();
  const filter = filterOf(search);
  const [resolving, setResolving] = useState<Attention>();
  const query = useQuery({
    ...attentionQuery(filter),
    placeholderData: keepPreviousData,
  });
  const isOpen = filter.resolved === 'no';
  return (
    <StaffFrame title="Payments that need attention">
      <Tabs
        label="Entries"
        tabs={[
          { name: 'Open', to: hrefWith({ resolved: undefined }), current: isOpen },
          { name: 'Resolved', to: hrefWith({ resolved: 'yes' }), current: !isOpen },
        ]}
      />
      <PagedList
        query={query}
        rowsOf={({ attention }) => attention}
        what="payments"
        skeletonRows={4}
        counted={['entry', 'entries']}
        none={isOpen ? 'Nothing needs attention' : 'Nothing was resolved yet'}
        pageSize={PAGE_SIZE}
        page={page}
        hrefOfPage={hrefOfPage}
      >
        {(entries, waiting) => <AttentionList entries={entries} waiting={waiting} onResolve={setResolving} />}
      </PagedList>
      {resolving && <ResolveDialog entry={resolving} onClose={() => setResolving(undefined)} />}
    </StaffFrame>
  );
}

function ResolveDialog({ entry, onClose }: { entry: Attention; onClose(): void }) {
  const queryClient = useQueryClient();
  const { register, formState, formError, submit } = useContractForm({
    defaultValues: { note: '' },
    toRequest: ({ note }: { note: string }) => ({ call: payment.resolveAttention, body: { note: note.trim() } }),
  });
  const onSubmit = submit(async ({ body }) => {
    await call(payment.resolveAttention, { params: { id: entry._id }, body });
    onClose();
    toast.success('Taken off the list');
    await queryClient.invalidateQueries({ queryKey: PAYMENTS_KEY });
  });
  return (
    <FormDialog
      title="What was done?"
      save="Resolve"
      cancel="Leave it open"
      busy={formState.isSubmitting}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <p>{entry.message}</p>
      <TextArea label="Note" hint="For the audit trail" error={formState.errors.note?.message} {...register('note')} />
      <FormError message={formError} />
    </FormDialog>
  );
}

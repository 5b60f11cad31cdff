import { payment } from '@shop/contracts/browser';
import { applyProblem, call, Link, messageOf, toast, type Prefetch } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Dialog, DialogActions } from '@shop/ui/dialog.tsx';
import { Pagination } from '@shop/ui/pagination.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { attentionQuery, PAYMENTS_KEY, type Attention, type AttentionFilter } from '../../api/payments.ts';
import filters from '../../components/filters.module.css';
import { Failure, RowsSkeleton } from '../../components/load-states.tsx';
import { NoRows } from '../../components/no-rows.tsx';
import { pageIn, usePaging } from '../../components/paging.ts';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { Tabs } from '../../components/tabs.tsx';
import { countText } from '../../components/texts.ts';
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

/** What the payment service could not settle by itself, and what staff did about it. */
export function PaymentsPage() {
  const { search, page, hrefWith, hrefOfPage } = usePaging();
  const filter = filterOf(search);
  const [resolving, setResolving] = useState<Attention>();
  const { data, error, isPlaceholderData, refetch } = useQuery({
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
      {data ? (
        <>
          <p className={filters.count} aria-live="polite">
            {countText(data.totalCount, 'entry', 'entries')}
          </p>
          {data.attention.length > 0 ? (
            <AttentionList entries={data.attention} waiting={isPlaceholderData} onResolve={setResolving} />
          ) : (
            <NoRows
              title={isOpen ? 'Nothing needs attention' : 'Nothing was resolved yet'}
              page={page}
              hrefOfPage={hrefOfPage}
            />
          )}
          <Pagination page={page} pages={Math.ceil(data.totalCount / PAGE_SIZE)} hrefOf={hrefOfPage} link={Link} />
        </>
      ) : error ? (
        <Failure error={error} what="The payments" onRetry={() => void refetch()} />
      ) : (
        <RowsSkeleton what="payments" rows={4} />
      )}
      {resolving && <ResolveDialog entry={resolving} onClose={() => setResolving(undefined)} />}
    </StaffFrame>
  );
}

function ResolveDialog({ entry, onClose }: { entry: Attention; onClose(): void }) {
  const queryClient = useQueryClient();
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { note: '' } });
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ note }: { note: string }) =>
      call(payment.resolveAttention, { params: { id: entry._id }, body: { note: note.trim() } }),
    meta: { quiet: true },
  });
  const resolve = async (values: { note: string }) => {
    try {
      await mutateAsync(values);
      onClose();
      toast.success('Taken off the list');
      await queryClient.invalidateQueries({ queryKey: PAYMENTS_KEY });
    } catch (error) {
      if (!applyProblem(error, setError as never, ['note'])) toast.error(messageOf(error));
    }
  };
  return (
    <Dialog title="What was done?" onClose={onClose}>
      <form onSubmit={handleSubmit(resolve)} noValidate>
        <p>{entry.message}</p>
        <TextArea
          label="Note"
          hint="For the audit trail"
          maxLength={300}
          error={formState.errors.note?.message}
          {...register('note', { validate: (value) => value.trim() !== '' || 'Say what was done' })}
        />
        <DialogActions>
          <Button look="secondary" onClick={onClose}>
            Leave it open
          </Button>
          <Button type="submit" busy={isPending}>
            Resolve
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

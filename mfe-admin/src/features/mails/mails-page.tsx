import { content } from '@shop/contracts/browser';
import { call, Link, toast, type Prefetch } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Pagination } from '@shop/ui/pagination.tsx';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import filters from '../../components/filters.module.css';
import form from '../../components/form.module.css';
import { Failure, RowsSkeleton } from '../../components/load-states.tsx';
import { NoRows } from '../../components/no-rows.tsx';
import { pageIn, usePaging } from '../../components/paging.ts';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { countText, momentText, shortId } from '../../components/texts.ts';
import { MAILS_KEY, mailsQuery, type Mail } from './api/mails.ts';

const PAGE_SIZE = 25;
const GIVEN_UP = { limit: PAGE_SIZE, state: 'dead' } as const;

export const prefetch: Prefetch = (queryClient, { url }) => {
  void queryClient.prefetchQuery(mailsQuery({ ...GIVEN_UP, page: pageIn(url.searchParams) }));
  return staffHead('Mails');
};

const column = columnsOf<Mail>();
const COLUMNS: Columns<Mail> = [
  column.accessor(({ kind }) => kind.replaceAll('-', ' '), { id: 'kind', header: 'Mail' }),
  column.accessor(({ to }) => to ?? 'Nobody: the account is gone', { id: 'to', header: 'To' }),
  column.display({
    id: 'order',
    header: 'Order',
    cell: ({ row: { original } }) => (
      <Link to={`/admin/order/${original.orderId}`} className={form.cellLink}>
        #{shortId(original.orderId)}
      </Link>
    ),
  }),
  column.accessor('occurredAt', { header: 'Since', cell: ({ getValue }) => momentText(getValue()) }),
  column.accessor(({ problem, attempts }) => `${problem ?? 'Unknown'} (${countText(attempts, 'try', 'tries')})`, {
    id: 'problem',
    header: 'What went wrong',
  }),
  column.display({ id: 'retry', header: 'Again', cell: ({ row: { original } }) => <Retry mail={original} /> }),
];

/** Mails that were given up, after their address or the mail server was put right to be sent again. */
export function MailsPage() {
  const { page, hrefOfPage } = usePaging();
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...mailsQuery({ ...GIVEN_UP, page }),
    placeholderData: keepPreviousData,
  });
  return (
    <StaffFrame title="Mails that were given up">
      {data ? (
        <>
          <p className={filters.count} aria-live="polite">
            {countText(data.totalCount, 'mail')}
          </p>
          {data.mails.length > 0 ? (
            <DataTable
              caption="Mails that were given up"
              columns={COLUMNS}
              rows={data.mails}
              idOf={({ _id }) => _id}
              waiting={isPlaceholderData}
            />
          ) : (
            <NoRows title="Every mail was sent or is on its way" page={page} hrefOfPage={hrefOfPage} />
          )}
          <Pagination page={page} pages={Math.ceil(data.totalCount / PAGE_SIZE)} hrefOf={hrefOfPage} link={Link} />
        </>
      ) : error ? (
        <Failure error={error} what="The mails" onRetry={() => void refetch()} />
      ) : (
        <RowsSkeleton what="mails" rows={4} />
      )}
    </StaffFrame>
  );
}

function Retry({ mail }: { mail: Mail }) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(content.retryMail, { params: { id: mail._id } }),
    onSuccess: () => {
      toast.success('The mail is on its way again');
      return queryClient.invalidateQueries({ queryKey: MAILS_KEY });
    },
  });
  return (
    <Button look="secondary" busy={isPending} onClick={() => mutate()}>
      Send again<span className="visually-hidden"> to {mail.to ?? 'nobody'}</span>
    </Button>
  );
}

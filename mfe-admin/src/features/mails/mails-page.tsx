import { content } from '@shop/contracts/browser';
import { call, Link, toast, type Prefetch } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import form from '../../components/form.module.css';
import { May } from '../../components/may.tsx';
import { PagedList } from '../../components/paged-list.tsx';
import { pageIn, usePaging } from '../../components/paging.ts';
import { Taker } from '../../components/taker.tsx';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { countText, momentText, shortId } from '../../components/texts.ts';
import { MailPreviews } from './mail-previews.tsx';
import { MAILS_KEY, mailsQuery, type Mail } from '../../api/mails.ts';

const PAGE_SIZE = 25;
const DEAD = { limit: PAGE_SIZE, state: 'dead' } as const;

export const prefetch: Prefetch = (queryClient, { url }) => {
  void queryClient.prefetchQuery(mailsQuery({ ...DEAD, page: pageIn(url.searchParams) }));
  return staffHead('Mails');
};

const column = columnsOf<Mail>();
const COLUMNS: Columns<Mail> = [
  column.accessor(({ kind }) => kind.replaceAll('-', ' '), { id: 'kind', header: 'Mail' }),
  column.accessor(({ to }) => to ?? 'No recipient: the account was deleted', { id: 'to', header: 'To' }),
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
  column.display({
    id: 'taker',
    header: 'Who works on it',
    cell: ({ row: { original } }) => (
      <Taker
        kind="mail"
        id={original._id}
        taker={original.taker}
        of={`The mail “${original.kind.replaceAll('-', ' ')}” to ${original.to ?? 'nobody'}`}
      />
    ),
  }),
  column.display({ id: 'retry', header: 'Again', cell: ({ row: { original } }) => <Retry mail={original} /> }),
];

/** Mails that failed for good; sent again by hand once the address or the mail server is fixed. */
export function MailsPage() {
  const { page, hrefOfPage } = usePaging();
  const query = useQuery({
    ...mailsQuery({ ...DEAD, page }),
    placeholderData: keepPreviousData,
  });
  return (
    <StaffFrame title="Mails that were given up">
      <PagedList
        query={query}
        rowsOf={({ mails }) => mails}
        what="mails"
        skeletonRows={4}
        counted={['mail']}
        none="Every mail was sent or is on its way"
        pageSize={PAGE_SIZE}
        page={page}
        hrefOfPage={hrefOfPage}
      >
        {(mails, waiting) => (
          <DataTable
            caption="Mails that were given up"
            columns={COLUMNS}
            rows={mails}
            idOf={({ _id }) => _id}
            waiting={waiting}
          />
        )}
      </PagedList>
      <MailPreviews />
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
    <May permission="mails.retry">
      <Button look="secondary" busy={isPending} onClick={() => mutate()}>
        Send again<span className="visually-hidden"> to {mail.to ?? 'nobody'}</span>
      </Button>
    </May>
  );
}

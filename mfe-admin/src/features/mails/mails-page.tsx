import { Link, type Prefetch } from '@shop/mfe-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import form from '../../components/form.module.css';
import { PagedList } from '../../components/paged-list.tsx';
import { pageIn, usePaging } from '../../components/paging.ts';
import { SendAgain } from '../../components/send-again.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { Taker } from '../../components/taker.tsx';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { countText, momentText, shortId } from '../../components/texts.ts';
import { MailPreviews } from './mail-previews.tsx';
import { mailsQuery, type Mail } from '../../api/mails.ts';

const PAGE_SIZE = 25;
const VIEWS = {
  dead: { name: 'Given up', title: 'Mails that were given up', none: 'Every mail was sent or is on its way' },
  queued: { name: 'On their way', title: 'Mails on their way', none: 'No mail waits' },
  sent: { name: 'Sent', title: 'Mails that were sent', none: 'No mail was sent yet' },
} as const;
type View = keyof typeof VIEWS;
const NAMES = Object.keys(VIEWS) as View[];

const filterOf = (search: URLSearchParams) => ({
  ...{ page: pageIn(search), limit: PAGE_SIZE },
  state: NAMES.find((name) => name === search.get('show')) ?? 'dead',
});

export const prefetch: Prefetch = (queryClient, { url }) => {
  void queryClient.prefetchQuery(mailsQuery(filterOf(url.searchParams)));
  return staffHead('Mails');
};

const column = columnsOf<Mail>();
const ABOUT: Columns<Mail> = [
  column.accessor(({ kind }) => kind.replaceAll('-', ' '), { id: 'kind', header: 'Mail' }),
  column.accessor(({ to }) => to ?? 'No recipient: the account was deleted', { id: 'to', header: 'To' }),
  column.display({
    id: 'order',
    header: 'Order',
    cell: ({ row: { original } }) => (
      <Link to={`/admin/order/${original.orderId}`} className={`${form.cellLink} ${form.cellWhole}`}>
        #{shortId(original.orderId)}
      </Link>
    ),
  }),
];
const SINCE = column.accessor('occurredAt', { header: 'Since', cell: ({ getValue }) => momentText(getValue()) });
const SEND_AGAIN = column.display({
  id: 'again',
  header: 'Again',
  cell: ({ row: { original } }) => <SendAgain mail={original} />,
});
const PROBLEM = column.accessor(
  ({ problem, attempts }) => `${problem ?? 'Unknown'} (${countText(attempts, 'try', 'tries')})`,
  { id: 'problem', header: 'What went wrong' },
);
const TAKER = column.display({
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
});
const SENT = column.accessor(({ sentAt, copyOf }) => `${momentText(sentAt!)}${copyOf ? ', again' : ''}`, {
  id: 'sent',
  header: 'Sent',
});
const TRIES = column.accessor(({ problem, attempts }) => (attempts === 0 ? '–' : `${problem} (${attempts})`), {
  id: 'tries',
  header: 'Last try',
});
const COLUMNS: Record<View, Columns<Mail>> = {
  dead: [...ABOUT, SINCE, PROBLEM, TAKER, SEND_AGAIN],
  queued: [...ABOUT, SINCE, TRIES],
  sent: [...ABOUT, SENT, SEND_AGAIN],
};

/** Mails about orders: those that failed for good first, which are sent again once the address or the mail server is fixed. */
export function MailsPage() {
  const { search, page, hrefWith, hrefOfPage } = usePaging();
  const filter = filterOf(search);
  const query = useQuery({ ...mailsQuery(filter), placeholderData: keepPreviousData });
  const { title, none } = VIEWS[filter.state];
  return (
    <StaffFrame title={title}>
      <Tabs
        label="Mails by what became of them"
        tabs={NAMES.map((name) => ({
          name: VIEWS[name].name,
          to: hrefWith({ show: name === 'dead' ? undefined : name }),
          current: name === filter.state,
        }))}
      />
      <PagedList
        query={query}
        rowsOf={({ mails }) => mails.filter(({ state }) => state === filter.state)}
        what="mails"
        skeletonRows={4}
        counted={['mail']}
        none={none}
        pageSize={PAGE_SIZE}
        page={page}
        hrefOfPage={hrefOfPage}
      >
        {(mails, waiting) => (
          <DataTable
            caption={title}
            columns={COLUMNS[filter.state]}
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

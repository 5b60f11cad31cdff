import { messageOf, toast } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  failuresKey,
  type Failures,
  type GivenUp,
  type OperatedService,
  replayEvents,
  retryJobs,
} from '../../api/operations.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import form from '../../components/form.module.css';
import { May } from '../../components/may.tsx';
import { countText, momentText } from '../../components/texts.ts';
import s from './operations-page.module.css';

interface Props {
  service: OperatedService;
  failures: Failures;
}

type Item = Failures['jobs'][number]['items'][number];

/** What a service has given up on or fails at; nothing where all is well. */
export function ServiceSection({ service, failures: { events, eventCount, jobs } }: Props) {
  if (eventCount === 0 && jobs.length === 0) return null;
  const handlers = Map.groupBy(events ?? [], ({ handler }) => handler);
  const shown = events?.length ?? 0;
  return (
    <section aria-labelledby={`failed-${service}`} className={s.service}>
      <h2 id={`failed-${service}`}>{service}</h2>
      {events === null && (
        <p role="status">The queues cannot be reached right now: whether events were given up is not known.</p>
      )}
      {eventCount !== null && eventCount > shown && (
        <p className={form.soft}>
          {shown} of {countText(eventCount, 'event')} that were given up are in this list.
        </p>
      )}
      {[...handlers].map(([handler, given]) => (
        <GivenUpEvents key={handler} service={service} handler={handler} events={given} />
      ))}
      {jobs.map((job) => (
        <FailingJob key={job.job} service={service} {...job} />
      ))}
    </section>
  );
}

const event = columnsOf<GivenUp>();
const EVENT_COLUMNS: Columns<GivenUp> = [
  event.accessor('name', {
    header: 'Event',
    cell: ({ row: { original } }) => (
      <span className={form.cellLines}>
        <strong className={s.reason}>{original.name || 'Not an event'}</strong>
        <code className={s.reason}>{original.key}</code>
      </span>
    ),
  }),
  event.accessor('reason', {
    header: 'What went wrong',
    cell: ({ row: { original } }) => (
      <span className={s.reason}>
        {original.reason || 'Unknown'} ({countText(original.failures, 'try', 'tries')})
      </span>
    ),
  }),
  event.accessor('failedAt', {
    header: 'Given up',
    cell: ({ getValue }) => (getValue() ? momentText(getValue()!) : 'Unknown'),
  }),
];

function GivenUpEvents({ service, handler, events }: { service: OperatedService; handler: string; events: GivenUp[] }) {
  const columns = useMemo<Columns<GivenUp>>(
    () => [
      ...EVENT_COLUMNS,
      event.display({
        id: 'replay',
        header: 'Again',
        cell: ({ row: { original } }) => (
          <Retry
            service={service}
            of={`${original.name} of ${original.key}`}
            action={async () => {
              await replayEvents(service, { handler, eventId: original.eventId });
              return 'The event is on its way again';
            }}
          />
        ),
      }),
    ],
    [service, handler],
  );
  return (
    <>
      <div className={s.head}>
        <h3>{handler}</h3>
        <RetryAll
          what={`everything that ${handler} has given up on`}
          happens="The handler gets each of these events again, up to 1,000 at once. What happened already does not happen twice."
          service={service}
          action={async () => {
            const { replayed, left } = await replayEvents(service, { handler });
            return `${countText(replayed, 'event is', 'events are')} on the way again${left > 0 ? `, ${left} wait` : ''}`;
          }}
        />
      </div>
      <DataTable
        caption={`Events that ${handler} has given up on`}
        columns={columns}
        rows={events}
        idOf={({ eventId }) => eventId}
      />
    </>
  );
}

const item = columnsOf<Item>();
const ITEM_COLUMNS: Columns<Item> = [
  item.accessor('id', { header: 'Item', cell: ({ getValue }) => <code className={s.reason}>{getValue()}</code> }),
  item.accessor('reason', {
    header: 'What went wrong',
    cell: ({ row: { original } }) => (
      <span className={s.reason}>
        {original.reason || 'Unknown'} ({countText(original.failures, 'failure')})
      </span>
    ),
  }),
  item.accessor('nextAt', {
    header: 'Next try',
    cell: ({ getValue }) => (getValue() ? momentText(getValue()!) : 'None by itself'),
  }),
];

function FailingJob({ service, job, failing, items }: Failures['jobs'][number] & { service: OperatedService }) {
  const columns = useMemo<Columns<Item>>(
    () => [
      ...ITEM_COLUMNS,
      item.display({
        id: 'retry',
        header: 'Again',
        cell: ({ row: { original } }) => (
          <Retry
            service={service}
            of={`${original.id} of ${job}`}
            action={async () => dueText((await retryJobs(service, { job, id: original.id })).retried)}
          />
        ),
      }),
    ],
    [service, job],
  );
  return (
    <>
      <div className={s.head}>
        <h3>
          Job {job}: {countText(failing, 'item')} failed
        </h3>
        <RetryAll
          what={`everything of ${job} that failed`}
          happens={`All of its items that failed are tried now: ${failing}.`}
          service={service}
          action={async () => dueText((await retryJobs(service, { job })).retried)}
        />
      </div>
      <DataTable caption={`Items of ${job} that failed`} columns={columns} rows={items} idOf={({ id }) => id} />
    </>
  );
}

/** Items that run at the moment are not made due. */
const dueText = (retried: number) =>
  retried === 0 ? 'Nothing is left to retry' : `${countText(retried, 'item is', 'items are')} tried now`;

interface RetryProps {
  service: OperatedService;
  /** @returns what to say when it is done */
  action(): Promise<string>;
}

/** Asks the service again, whether it could be done or not: others retry as well. */
function useLookAgain(service: OperatedService) {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: failuresKey(service) });
}

function Retry({ service, of, action }: RetryProps & { of: string }) {
  const lookAgain = useLookAgain(service);
  const { mutate, isPending } = useMutation({
    mutationFn: action,
    meta: { quiet: true },
    onSuccess: (said) => toast.success(said),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: lookAgain,
  });
  return (
    <May permission="operations.retry">
      <Button look="secondary" busy={isPending} onClick={() => mutate()}>
        Retry<span className="visually-hidden"> {of}</span>
      </Button>
    </May>
  );
}

function RetryAll({ service, what, happens, action }: RetryProps & { what: string; happens: string }) {
  const lookAgain = useLookAgain(service);
  const [isAsked, setIsAsked] = useState(false);
  return (
    <May permission="operations.retry">
      <Button look="secondary" onClick={() => setIsAsked(true)}>
        Retry all<span className="visually-hidden">: {what}</span>
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={`Retry ${what}?`}
          confirm="Retry all"
          action={async () => {
            try {
              toast.success(await action());
            } finally {
              await lookAgain();
            }
          }}
          onClose={() => setIsAsked(false)}
        >
          <p>{happens}</p>
        </ConfirmDialog>
      )}
    </May>
  );
}

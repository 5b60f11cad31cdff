import { CURRENCY_DECIMALS, PROVIDER_LABELS, type CurrencyCode } from '@shop/contracts/browser';
import { formatMoney, Link } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { useMemo } from 'react';
import type { Attention } from '../../api/payments.ts';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import form from '../../components/form.module.css';
import { May } from '../../components/may.tsx';
import { Taker } from '../../components/taker.tsx';
import { momentText, sentence, shortId } from '../../components/texts.ts';
import s from './attention-list.module.css';

/** Providers may report a currency that the shop does not support. */
function amountText({ amount, currency }: Attention): string {
  if (amount === null) return 'Unknown';
  if (currency === null) return String(amount);
  if (!(currency in CURRENCY_DECIMALS)) return `${amount} (smallest unit) ${currency}`;
  const code = currency as CurrencyCode;
  return formatMoney(amount / 10 ** CURRENCY_DECIMALS[code], code);
}

const column = columnsOf<Attention>();

export function AttentionList({
  entries,
  waiting,
  onResolve,
}: {
  entries: readonly Attention[];
  waiting: boolean;
  onResolve(entry: Attention): void;
}) {
  const columns = useMemo<Columns<Attention>>(
    () => [
      column.display({
        id: 'what',
        header: 'What',
        cell: ({ row: { original } }) => (
          <span className={form.cellLines}>
            <strong>{sentence(original.reason)}</strong>
            <span>{original.message}</span>
          </span>
        ),
      }),
      column.accessor('createdAt', { header: 'Since', cell: ({ getValue }) => momentText(getValue()) }),
      column.accessor(amountText, {
        id: 'amount',
        header: 'Amount',
        meta: { isNumber: true },
        cell: ({ getValue }) => <span className={form.cellWhole}>{getValue()}</span>,
      }),
      column.display({
        id: 'where',
        header: 'Where',
        cell: ({ row: { original } }) => (
          <span className={form.cellLines}>
            <span>{PROVIDER_LABELS[original.provider].staffLabel}</span>
            {original.providerPaymentId && <code>{original.providerPaymentId}</code>}
            {original.providerOrderId && <code>{original.providerOrderId}</code>}
            {original.checkoutId && (
              <Link to={`/admin/order/${original.checkoutId}`} className={s.link}>
                Order #{shortId(original.checkoutId)}
              </Link>
            )}
          </span>
        ),
      }),
      column.display({
        id: 'taker',
        header: 'Who works on it',
        cell: ({ row: { original } }) => (
          <Taker
            kind="payment"
            id={original._id}
            taker={original.taker}
            isDone={original.resolvedAt !== null}
            of={original.message}
          />
        ),
      }),
      column.display({
        id: 'resolve',
        header: 'Resolve',
        cell: ({ row: { original } }) =>
          original.resolvedAt ? (
            `Resolved ${momentText(original.resolvedAt)}`
          ) : (
            <May permission="payments.resolve">
              <Button look="secondary" onClick={() => onResolve(original)}>
                Resolve…
              </Button>
            </May>
          ),
      }),
    ],
    [onResolve],
  );
  return (
    <DataTable
      caption="Payments that need attention"
      columns={columns}
      rows={entries}
      idOf={({ _id }) => _id}
      waiting={waiting}
    />
  );
}

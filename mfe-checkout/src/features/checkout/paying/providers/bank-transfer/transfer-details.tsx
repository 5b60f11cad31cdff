import type { CurrencyCode } from '@shop/contracts/browser';
import { formatMoney } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { type ReactNode, useEffect, useState } from 'react';
import s from './bank-transfer.module.css';
import type { Transfer } from './transfer-query.ts';

interface Row {
  name: string;
  /** What is copied. */
  value: string;
  shown?: ReactNode;
}

const TOLD_MS = 4_000;

/** What goes into the form of the buyer's bank, each with a button to copy it. */
export function TransferDetails({ transfer, currency }: { transfer: Transfer; currency: CurrencyCode }) {
  const { amount, account, reference } = transfer;
  /** The last copy. */
  const [last, setLast] = useState<{ name: string; isCopied: boolean }>();
  useEffect(() => {
    if (!last) return;
    const timer = setTimeout(() => setLast(undefined), TOLD_MS);
    return () => clearTimeout(timer);
  }, [last]);

  const rows: readonly Row[] = [
    { name: 'Amount', value: amount.toFixed(2), shown: formatMoney(amount, currency) },
    { name: 'Account holder', value: account.holder },
    { name: 'Bank', value: account.bank },
    { name: 'Account number', value: account.number, shown: <Grouped text={account.number} by={4} /> },
    { name: 'IFSC', value: account.ifsc },
    { name: 'Reference', value: reference, shown: <Grouped text={reference} by={5} /> },
  ];
  const copy = async ({ name, value }: Row) => {
    const isCopied = await write(value);
    setLast({ name, isCopied });
  };
  return (
    <>
      <dl className={s.details}>
        {rows.map((row) => (
          <div key={row.name}>
            <dt>{row.name}</dt>
            <dd>{row.shown ?? row.value}</dd>
            <dd>
              <Button look="quiet" onClick={() => void copy(row)}>
                {last?.name === row.name && last.isCopied ? 'Copied' : 'Copy'}
                <span className="visually-hidden"> {row.name.toLowerCase()}</span>
              </Button>
            </dd>
          </div>
        ))}
      </dl>
      <p role="status" className={last?.isCopied === false ? s.problem : 'visually-hidden'}>
        {last && `${last.name} ${last.isCopied ? 'copied' : 'could not be copied. Please select and copy it'}`}
      </p>
    </>
  );
}

/** Set apart without spaces, so that a selection has none either. */
function Grouped({ text, by }: { text: string; by: number }) {
  const groups = Array.from({ length: Math.ceil(text.length / by) }, (_, at) => text.slice(at * by, (at + 1) * by));
  return (
    <span className={s.grouped}>
      {groups.map((group, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the groups of one number
        <span key={at}>{group}</span>
      ))}
    </span>
  );
}

/** Refused where the browser does not allow it, and on a page over plain HTTP. */
async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

import type { Period } from '@shop/contracts/browser';
import { formatMoney, messageOf } from '@shop/mfe-kit';
import { Skeleton } from '@shop/ui/skeleton.tsx';
import type { ReactNode } from 'react';
import type { Sales } from '../../api/orders.ts';
import type { StockSummary } from '../../api/products.ts';
import { besideText, type Change, changeOf } from './period.rules.ts';
import page from './dashboard-page.module.css';
import s from './sales.module.css';

const money = (rupees: number): string => formatMoney(rupees, 'INR');
const count = (figure: number): string => figure.toLocaleString('en-IN');

type Figure = keyof Sales['totals'];
const FIGURES: readonly (readonly [Figure, name: string, show: (figure: number) => string, isCost?: true])[] = [
  ['gross', 'Gross sales', money],
  ['refunds', 'Refunds', money, true],
  ['net', 'Net sales', money],
  ['orders', 'Orders', count],
  ['average', 'Average order', money],
];

/** The figures of the sales; without `sales` they are on their way. */
export const SalesTiles = ({ sales }: { sales: Sales | undefined }) =>
  FIGURES.map(([figure, name, show, isCost = false]) => {
    if (!sales) return <Tile key={figure} name={name} />;
    const [now, before] = [sales.totals[figure], sales.before.totals[figure]];
    const change = changeOf(now, before, besideText(sales.before, sales), show);
    return <Tile key={figure} name={name} value={now === null ? '–' : show(now)} change={change} isBetter={!isCost} />;
  });

interface StockProps {
  period: Period;
  stock: StockSummary | undefined;
  error: Error | null;
}

/** What lies in the shop at the end of the period; more of it is neither good nor bad. */
export function StockTile({ period, stock, error }: StockProps) {
  if (!stock) return <Tile name="Stock value" {...(error && { value: <Failed error={error} /> })} />;
  const { now, before } = stock;
  if (!now) return <Tile name="Stock value" value="–" change={{ text: `Not known of ${endOf(period.to, period)}` }} />;
  const change = before
    ? changeOf(now.value, before.value, endOf(before.day, period), money)
    : { text: 'Not known of the period before' };
  return <Tile name="Stock value" value={money(now.value)} change={change} />;
}

const endOf = (day: string, period: Period): string => `the end of ${besideText({ from: day, to: day }, period)}`;

const Failed = ({ error }: { error: Error }) => <span className={page.error}>{messageOf(error)}</span>;

interface TileProps {
  name: string;
  /** Absent: on its way. */
  value?: ReactNode;
  change?: Change;
  /** More is better; absent where it is neither. */
  isBetter?: boolean;
}

function Tile({ name, value, change, isBetter }: TileProps) {
  return (
    <li className={s.tile}>
      <span className={page.name}>{name}</span>
      <span className={page.value}>{value ?? <Skeleton width="6rem" height="1.75rem" />}</span>
      <span className={s.change}>
        {change?.isMore !== undefined && (
          <span className={s.arrow} data-good={isBetter === undefined ? undefined : change.isMore === isBetter}>
            <span aria-hidden="true">{change.isMore ? '▲' : '▼'} </span>
          </span>
        )}
        {change ? change.text : value === undefined && <Skeleton width="80%" height="1rem" />}
      </span>
    </li>
  );
}

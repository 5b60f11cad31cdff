import { shopDayOf } from '@shop/contracts/browser';
import { ApiError, formatMoney, Link, STAY, useNavigate } from '@shop/mfe-kit';
import { Button, buttonClass } from '@shop/ui/button.tsx';
import { Chips } from '@shop/ui/chips.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { Field } from '@shop/ui/field.tsx';
import { Skeleton } from '@shop/ui/skeleton.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useSyncExternalStore, type FormEvent } from 'react';
import { salesQuery, summaryQuery, type Sales as Answer } from '../../api/orders.ts';
import { stockSummaryQuery } from '../../api/products.ts';
import { Failure } from '../../components/load-states.tsx';
import { useMay } from '../../components/may.tsx';
import { usePaging } from '../../components/paging.ts';
import { countText } from '../../components/texts.ts';
import { Bills } from './bills.tsx';
import { SalesTiles, StockTile } from './figure-tiles.tsx';
import {
  besideText,
  daysText,
  PERIOD_NAMES,
  periodIn,
  periodInAddress,
  PERIODS,
  stepsOf,
  stepText,
} from './period.rules.ts';
import { BestPieces, SlowPieces } from './pieces.tsx';
import { SalesTable } from './sales-table.tsx';
import page from './dashboard-page.module.css';
import s from './sales.module.css';

/** With its library, which no other screen needs. */
const SalesChart = lazy(async () => {
  try {
    return await import(/* webpackChunkName: "sales-chart" */ './sales-chart.tsx');
  } catch {
    return { default: WithoutChart };
  }
});
const WithoutChart = () => <p role="alert">The chart could not be loaded. The table has the same figures.</p>;

const today = () => shopDayOf(new Date());
const onReturn = (changed: () => void) => {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
};
/** Also in a tab that was left open over night. */
const useToday = () => useSyncExternalStore(onReturn, today, today);

/** The queries of the period in an address. */
export function figuresIn(search: URLSearchParams, day = today()) {
  const { from, to, against } = periodIn(search, day);
  return { sales: salesQuery({ from, to, against }), stock: stockSummaryQuery({ from, to, against }) };
}

/** Sales and stock of a period beside the period before; period and view are in the address. */
export function Sales() {
  const { search, hrefWith } = usePaging();
  const day = useToday();
  const period = periodIn(search, day);
  const queries = figuresIn(search, day);
  const salesOf = useQuery({ ...queries.sales, placeholderData: keepPreviousData });
  const maySeeStock = useMay()('products.read');
  const stockOf = useQuery({ ...queries.stock, enabled: maySeeStock, placeholderData: keepPreviousData });
  const { data: sales, error } = salesOf;
  const stockTile = maySeeStock && <StockTile period={period} stock={stockOf.data} error={stockOf.error} />;
  return (
    <section className={s.sales} aria-labelledby="sales">
      <h2 id="sales">Sales</h2>
      <div className={s.periods}>
        <Chips label="Period of the sales">
          {PERIOD_NAMES.map((name) => (
            <Link
              key={name}
              to={hrefWith(periodInAddress(name))}
              preventScrollReset
              aria-current={name === period.name ? 'true' : undefined}
            >
              {PERIODS[name].label}
            </Link>
          ))}
        </Chips>
        <OwnDates key={`${period.from} ${period.to}`} from={period.from} to={period.to} error={error} />
      </div>
      {error && !sales ? (
        <>
          <Failure error={error} what="The sales" onRetry={() => void salesOf.refetch()} />
          <ul className={s.tiles}>{stockTile}</ul>
        </>
      ) : (
        <div className={s.shown} aria-busy={salesOf.isPlaceholderData || undefined}>
          <p className={s.note} role="status">
            {sales ? `${daysText(sales)}, beside ${besideText(sales.before, sales)}` : 'Loading sales…'}
          </p>
          <ul className={s.tiles}>
            <SalesTiles sales={sales} />
            {stockTile}
          </ul>
          <p className={s.note}>
            Gross: what was charged for orders of these days that are not cancelled. Refunds: what goes back for such
            orders, by the day on which it was requested. Net: gross less refunds. Stock: free pieces at their prices of
            now, before tax. Days are those of India.
          </p>
          {!sales ? <Skeleton height="23.5rem" /> : isEmpty(sales) ? <Empty /> : <OverTime sales={sales} />}
        </div>
      )}
      <div className={s.tables}>
        {!(error && !sales) && <BestPieces query={salesOf} />}
        {maySeeStock && <SlowPieces query={stockOf} />}
      </div>
      {/* Days that were refused have none. */}
      {!(error && !sales) && <Bills from={period.from} to={period.to} />}
    </section>
  );
}

const isEmpty = ({ totals }: Answer): boolean => totals.orders === 0 && totals.refunds === 0;

function Empty() {
  const { data } = useQuery(summaryQuery);
  const hasNone = data && Object.values(data.byStatus).every((count) => count === 0);
  return (
    <EmptyState title={hasNone ? 'No orders yet' : 'No orders in this period'}>
      <p>{hasNone ? 'With the first order its sales are here.' : 'Choose other days above.'}</p>
    </EmptyState>
  );
}

function OwnDates({ from, to, error }: { from: string; to: string; error: Error | null }) {
  const { hrefWith } = usePaging();
  const navigate = useNavigate();
  const errors = error instanceof ApiError ? (error.problem.errors ?? {}) : {};
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const dates = { from: String(fields.get('from')), to: String(fields.get('to')) };
    void navigate(hrefWith({ period: undefined, ...dates }), { state: STAY });
  };
  return (
    <form className={s.dates} aria-label="Own dates" onSubmit={submit}>
      <Field label="From" name="from" type="date" required defaultValue={from} error={errors['from']} />
      <Field label="To" name="to" type="date" required defaultValue={to} error={errors['to']} />
      <Button type="submit" look="secondary">
        Show
      </Button>
    </form>
  );
}

/** As large as the drawing that comes. */
const Drawing = () => <Skeleton height="18rem" />;

function OverTime({ sales }: { sales: Answer }) {
  const { search, hrefWith } = usePaging();
  const isTable = search.get('as') === 'table';
  const { by, steps } = stepsOf(sales);
  const title = `Net sales by ${by}`;
  const beside = besideText(sales.before, sales);
  return (
    <section className={s.overTime} aria-labelledby="over-time">
      <header className={page.head}>
        <h3 id="over-time">{title}</h3>
        <Link
          to={hrefWith({ as: isTable ? undefined : 'table' })}
          replace
          preventScrollReset
          className={buttonClass('secondary')}
        >
          {isTable ? 'Show as chart' : 'Show as table'}
        </Link>
      </header>
      {isTable ? (
        <SalesTable caption={title} by={by} steps={steps} file={`sales-${sales.from}-to-${sales.to}`} />
      ) : (
        <figure className={s.chart}>
          <figcaption>
            <ul className={s.legend}>
              <li data-is="net">{daysText(sales)}</li>
              <li data-is="before">{beside}</li>
            </ul>
          </figcaption>
          <Suspense fallback={<Drawing />}>
            <SalesChart label={sentenceOf(sales, { by, steps }, title, beside)} by={by} steps={steps} />
          </Suspense>
        </figure>
      )}
    </section>
  );
}

/** What the chart shows, as words. */
function sentenceOf(
  { totals, before, ...days }: Answer,
  { by, steps }: ReturnType<typeof stepsOf>,
  title: string,
  beside: string,
): string {
  const money = (rupees: number) => formatMoney(rupees, 'INR');
  const most = steps.reduce((one, other) => (other.net > one.net ? other : one));
  return (
    `${title}, ${daysText(days)}: ${money(totals.net)} of ${countText(totals.orders, 'order')}, ` +
    `most ${by === 'day' ? 'on' : 'in'} ${stepText(most, by)} with ${money(most.net)}; ` +
    `${beside}: ${money(before.totals.net)}.`
  );
}

// Loaded when there are sales to draw.
import { formatMoney } from '@shop/mfe-kit';
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceLine,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts';
import { countText } from '../../components/texts.ts';
import { shortDaysText, type Step, type StepOf, stepText } from './period.rules.ts';
import s from './sales.module.css';

const short = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  notation: 'compact',
  maximumFractionDigits: 1,
});
const AXIS = { tickLine: false, axisLine: false, tick: { fill: 'var(--ink-soft)', fontSize: 12 } } as const;
const MARGIN = { top: 8, right: 8, bottom: 0, left: 0 };
/** Nothing moves, whether or not less motion is asked for. */
const STILL = { isAnimationActive: false } as const;

interface Props {
  /** What it shows, in a sentence. */
  label: string;
  by: StepOf;
  steps: Step[];
}

/** Net sales as bars, those of the days before as a dashed line. The table has the same figures. */
export default function SalesChart({ label, by, steps }: Props) {
  return (
    <div className={s.drawing} role="img" aria-label={label}>
      {/* The library makes another picture of it, without a name. */}
      <div className={s.fill} aria-hidden="true">
        <ComposedChart responsive className={s.fill} data={steps} accessibilityLayer={false} margin={MARGIN}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            {...{ dataKey: 'from', interval: 'equidistantPreserveStart', minTickGap: 24, ...AXIS }}
            tickFormatter={(from: string) => stepText({ from, to: from }, by)}
          />
          <YAxis width={56} tickFormatter={(rupees: number) => short.format(rupees)} {...AXIS} />
          <ReferenceLine y={0} stroke="var(--line-strong)" />
          <Tooltip
            content={(hint) => <Hint {...hint} by={by} />}
            cursor={{ stroke: 'var(--line-strong)' }}
            {...STILL}
          />
          <Bar dataKey="net" fill="var(--gold)" maxBarSize={40} {...STILL} />
          <Line
            {...{ dataKey: 'before.net', stroke: 'var(--ink-soft)', strokeWidth: 2, strokeDasharray: '5 4', ...STILL }}
            dot={steps.length === 1 && { fill: 'var(--ink-soft)' }}
            activeDot={{ fill: 'var(--ink-soft)', stroke: 'var(--surface)' }}
          />
        </ComposedChart>
      </div>
    </div>
  );
}

function Hint({ active, payload, by }: Pick<TooltipContentProps, 'active' | 'payload'> & Pick<Props, 'by'>) {
  const step = payload[0]?.payload as Step | undefined;
  if (!active || !step) return null;
  return (
    <div className={s.hint}>
      <strong>{stepText(step, by)}</strong>
      <span>
        {formatMoney(step.net, 'INR')} net, {countText(step.orders, 'order')}
      </span>
      {step.before && (
        <span>
          {shortDaysText(step.before)}: {formatMoney(step.before.net, 'INR')}
        </span>
      )}
    </div>
  );
}

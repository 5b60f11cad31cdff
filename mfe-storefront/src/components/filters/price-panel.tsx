import { formatMoney, useCurrency, useInBrowser } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { type FormEvent, lazy, Suspense, useId, useState } from 'react';
import type { Filters, PriceRange } from './filters.ts';
import { rupeeLimit, type Shown, shownLimit } from './price-limit.rules.ts';
import { OtherFilters } from './other-filters.tsx';
import s from './price-panel.module.css';

const PriceSlider = lazy(() => import('./price-slider.tsx'));

const RUPEES: Shown = { code: 'INR', perRupee: 1 };
const LOWEST = 'filter.price.gte';
const HIGHEST = 'filter.price.lte';

interface Props {
  path: string;
  filters: Filters;
  /** Of what the other filters leave; none without pieces. */
  range: PriceRange | undefined;
  /** Whether the panel can be seen: the slider is loaded then. */
  isShown: boolean;
  onApply(limits: Filters): void;
}

/** Limits of the price, in the shown currency: a slider and two fields. A plain form without scripts. */
export function PricePanel(props: Props) {
  const { filters } = props;
  const { code, rate } = useCurrency();
  const isInBrowser = useInBrowser();
  // Limits are rupees in the address. Without scripts the form sends what its fields show, so these are rupees until then.
  const shown = rate && isInBrowser ? { code, perRupee: rate.perRupee } : RUPEES;
  // Keyed by content, so that Back and Forward, and another currency, reset the fields.
  return <Limits key={JSON.stringify([filters[LOWEST], filters[HIGHEST], shown])} {...props} shown={shown} />;
}

function Limits({ path, filters, range, isShown, onApply, shown }: Props & { shown: Shown }) {
  const id = useId();
  const [limits, setLimits] = useState({
    lowest: shownLimit(filters[LOWEST] ?? '', shown),
    highest: shownLimit(filters[HIGHEST] ?? '', shown),
  });
  // `$0` without its digits is the currency's symbol.
  const sign = formatMoney(0, shown.code).replace(/[\d.,\s]/g, '');
  /** Untouched, a limit stays as exact as it is. */
  const rupees = (side: 'lowest' | 'highest', before = '') => {
    const typed = limits[side].trim();
    return typed === shownLimit(before, shown) ? before : rupeeLimit(side, typed, shown);
  };
  const apply = () =>
    onApply({ [LOWEST]: rupees('lowest', filters[LOWEST]), [HIGHEST]: rupees('highest', filters[HIGHEST]) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    apply();
  };
  const fields = [
    { side: 'lowest', name: LOWEST, label: 'From' },
    { side: 'highest', name: HIGHEST, label: 'To' },
  ] as const;
  return (
    <form className={s.limits} action={path} onSubmit={submit} aria-label="Price">
      <OtherFilters filters={filters} except={[LOWEST, HIGHEST]} />
      {isShown && range && range.lowest < range.highest && (
        <Suspense fallback={<div className={s.placeholder} />}>
          <PriceSlider range={range} shown={shown} limits={limits} onChange={setLimits} />
        </Suspense>
      )}
      <div className={s.fields}>
        {fields.map(({ side, name, label }) => (
          <div key={side} className={s.field}>
            <label htmlFor={`${id}-${side}`}>
              {label} ({sign})
            </label>
            <input
              id={`${id}-${side}`}
              name={name}
              inputMode="decimal"
              autoComplete="off"
              value={limits[side]}
              placeholder={range && shownLimit(String(Math[side === 'lowest' ? 'floor' : 'ceil'](range[side])), shown)}
              onChange={(event) => setLimits({ ...limits, [side]: event.target.value })}
            />
          </div>
        ))}
        <Button type="submit" look="secondary">
          Apply
        </Button>
      </div>
    </form>
  );
}

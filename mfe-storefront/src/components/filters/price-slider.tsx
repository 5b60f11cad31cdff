import { formatMoney } from '@shop/mfe-kit';
import { Range, Root, Thumb, Track } from '@radix-ui/react-slider';
import type { PriceRange } from './filters.ts';
import { type Shown, shownLimit } from './price-limit.rules.ts';
import { amountAt, positionOf, STEPS } from './price-slider.rules.ts';
import s from './price-slider.module.css';

interface Limits {
  /** As typed, in the shown currency; empty for none. */
  lowest: string;
  highest: string;
}

interface Props {
  range: PriceRange;
  shown: Shown;
  limits: Limits;
  onChange(limits: Limits): void;
}

/** The limits of the price as two thumbs. At its end a thumb sets no limit. */
export default function PriceSlider({ range, shown, limits, onChange }: Props) {
  const ends = { lowest: range.lowest * shown.perRupee, highest: range.highest * shown.perRupee };
  const position = (limit: string, end: number) =>
    limit.trim() === '' || Number.isNaN(Number(limit)) ? end : positionOf(Number(limit), ends);
  const low = position(limits.lowest, 0);
  const high = Math.max(low, position(limits.highest, STEPS));
  const text = (at: number) => formatMoney(amountAt(at, ends), shown.code);
  const limit = (at: number, end: number) =>
    at === end ? '' : shownLimit(String(amountAt(at, ends)), { ...shown, perRupee: 1 });
  return (
    <Root
      className={s.slider}
      max={STEPS}
      value={[low, high]}
      minStepsBetweenThumbs={1}
      onValueChange={([from, to]) => onChange({ lowest: limit(from!, 0), highest: limit(to!, STEPS) })}
    >
      <Track className={s.track}>
        <Range className={s.range} />
      </Track>
      <Thumb className={s.thumb} aria-label="Lowest price" aria-valuetext={text(low)} />
      <Thumb className={s.thumb} aria-label="Highest price" aria-valuetext={text(high)} />
    </Root>
  );
}

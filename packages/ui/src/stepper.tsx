import s from './stepper.module.css';

interface Props {
  /** Label for screen readers. */
  of: string;
  value: number;
  /** Upper limit. */
  max: number;
  onChange(value: number): void;
}

/** A quantity with minus and plus, from 1 to `max`. */
export function Stepper({ of, value, max, onChange }: Props) {
  return (
    <div className={s.stepper} role="group" aria-label={`Quantity of ${of}`}>
      <button type="button" aria-label="One less" disabled={value <= 1} onClick={() => onChange(value - 1)}>
        −
      </button>
      <output>{value}</output>
      <button type="button" aria-label="One more" disabled={value >= max} onClick={() => onChange(value + 1)}>
        +
      </button>
    </div>
  );
}

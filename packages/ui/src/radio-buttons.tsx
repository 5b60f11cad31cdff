import { type ReactNode, useId } from 'react';
import s from './radio-buttons.module.css';

interface Props {
  title: string;
  /** Beside the title when nothing is chosen. */
  otherwise?: string | undefined;
  values: readonly string[];
  value: string | undefined;
  /** Said under the mouse, and shown under a value. */
  extraOf?(value: string): { title?: string | undefined; text?: ReactNode };
  required?: boolean;
  /** What is wrong with the choice. */
  problem?: string | undefined;
  /** For what looks after the inputs without React. */
  name: string;
  onChoose(value: string): void;
}

/** One of a few values, as buttons of which one is pressed. */
export function RadioButtons({
  title,
  otherwise,
  values,
  value,
  extraOf,
  required = false,
  problem,
  name,
  onChoose,
}: Props) {
  const id = useId();
  return (
    <div
      className={s.field}
      role="radiogroup"
      data-choice={name}
      aria-labelledby={id}
      aria-required={required}
      aria-invalid={problem !== undefined}
      aria-describedby={problem && `${id}-problem`}
    >
      <p id={id} className={s.title}>
        {title}
        {value ? <strong>{value}</strong> : otherwise ? <span>{otherwise}</span> : null}
      </p>
      <div className={s.values}>
        {values.map((one) => {
          const extra = extraOf?.(one);
          return (
            <label key={one} className={s.value} title={extra?.title}>
              <input
                type="radio"
                name={id}
                data-name={name}
                value={one}
                checked={one === value}
                onChange={() => onChoose(one)}
              />
              {one}
              {extra?.text && <small>{extra.text}</small>}
            </label>
          );
        })}
      </div>
      {problem && (
        <p id={`${id}-problem`} className={s.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}

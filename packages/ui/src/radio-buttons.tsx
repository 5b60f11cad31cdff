import { type ReactNode, useId } from 'react';
import s from './radio-buttons.module.css';

interface Props {
  title: string;
  /** Shown beside the title while nothing is chosen. */
  otherwise?: string | undefined;
  values: readonly string[];
  value: string | undefined;
  /** Tooltip, also shown under a value. */
  extraOf?(value: string): { title?: string | undefined; text?: ReactNode };
  /** Shown, but not to be chosen; `extraOf` says why. */
  isDisabled?(value: string): boolean;
  required?: boolean;
  /** Validation error. */
  problem?: string | undefined;
  /** Beside the title. */
  aside?: ReactNode;
  /** Name of the inputs, for code outside React. */
  name: string;
  onChoose(value: string): void;
}

/** A radio group shown as buttons. */
export function RadioButtons({
  title,
  otherwise,
  values,
  value,
  extraOf,
  isDisabled,
  required = false,
  problem,
  aside,
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
      <div className={s.head}>
        <p id={id} className={s.title}>
          {title}
          {value ? <strong>{value}</strong> : otherwise ? <span>{otherwise}</span> : null}
        </p>
        {aside}
      </div>
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
                disabled={isDisabled?.(one)}
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

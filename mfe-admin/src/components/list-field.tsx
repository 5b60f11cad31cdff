import { Button } from '@shop/ui/button.tsx';
import { Field } from '@shop/ui/field.tsx';
import { useCallback, useId, useRef, useState } from 'react';
import { useController, type Control, type FieldPathByValue, type FieldValues } from 'react-hook-form';
import { notListed } from '../api/option-lists.ts';
import { useFieldCheck } from './contract-form/use-contract-form.ts';
import s from './list-field.module.css';

interface Props<Values extends FieldValues, Name extends FieldPathByValue<Values, string[] | undefined>> {
  control: Control<Values>;
  name: Name;
  label: string;
  hint?: string;
  /** The only values that can be added; without them any. Those that are chosen already stay. */
  choices?: readonly string[];
}

/** An ordered list of values: the first one is the default. */
export function ListField<Values extends FieldValues, Name extends FieldPathByValue<Values, string[] | undefined>>({
  control,
  name,
  label,
  hint,
  choices,
}: Props<Values, Name>) {
  // Also in a ref: the field is validated before the next render.
  const unadded = useRef('');
  const {
    field: { ref, value: current, onBlur, onChange },
    fieldState,
  } = useController({ control, name });
  const checkUnadded = useCallback(() => {
    const written = unadded.current.trim();
    return written === '' ? undefined : `Press Add to take “${written}”, or empty the field`;
  }, []);
  useFieldCheck(control, name, checkUnadded);
  const [text, setText] = useState('');
  const [refused, setRefused] = useState<string>();
  const listId = useId();
  const values = (current ?? []) as string[];
  const change = (next: string[]) => onChange(next);
  const write = (next: string) => {
    setText(next);
    setRefused(undefined);
    unadded.current = next;
  };
  const add = () => {
    const value = text.trim();
    if (value === '') return;
    const known = choices ? choices.find((one) => one.toLowerCase() === value.toLowerCase()) : value;
    setRefused(known === undefined ? value : undefined);
    if (known === undefined) return;
    write('');
    change(values.includes(known) ? values : [...values, known]);
  };
  return (
    <div className={s.list}>
      <div className={s.add}>
        <Field
          ref={ref}
          label={label}
          hint={hint}
          value={text}
          list={choices?.length ? listId : undefined}
          autoComplete="off"
          error={refused === undefined ? fieldState.error?.message : notListed(refused)}
          onBlur={onBlur}
          onChange={(event) => {
            write(event.currentTarget.value);
            // Validates again: an emptied input clears the error.
            if (fieldState.error) change(values);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <Button look="secondary" onClick={add}>
          Add<span className="visually-hidden"> to {label}</span>
        </Button>
        <datalist id={listId}>
          {choices?.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      </div>
      {values.length > 0 && (
        <ol className={s.values} aria-label={`${label}, chosen`}>
          {values.map((value, i) => (
            <li key={value}>
              <span>{value}</span>
              {i > 0 && (
                <button
                  type="button"
                  aria-label={`${value} first`}
                  title="To the front"
                  onClick={() => change([value, ...values.filter((other) => other !== value)])}
                >
                  ↑
                </button>
              )}
              <button
                type="button"
                aria-label={`Remove ${value}`}
                title="Remove"
                onClick={() => change(values.filter((other) => other !== value))}
              >
                ×
              </button>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

import { Field } from '@shop/ui/field.tsx';
import type { FieldFrameProps } from '@shop/ui/field-frame.tsx';
import {
  useEffect,
  useRef,
  useState,
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { useController, type Control, type FieldPathByValue, type FieldValues } from 'react-hook-form';
import { NumberFormatBase, numericFormatter, type ChangeMeta } from 'react-number-format';
import { useFieldCheck } from '../contract-form/use-contract-form.ts';
import { figureOf, notANumber, numberOf, readNumber, steppedFigure, type NumberKind } from './written-number.rules.ts';

/** Where a form holds a number. NaN is a field without one. */
export type NumberName<Values extends FieldValues> = FieldPathByValue<Values, number | null | undefined>;

export interface NumberFieldProps<Values extends FieldValues> {
  control: Control<Values>;
  name: NumberName<Values>;
  label: ReactNode;
  hint?: string | undefined;
  className?: string | undefined;
  placeholder?: string | undefined;
  isSigned?: boolean;
  /** Whether ↑ and ↓ change it by one; a count has that of itself. */
  isStepped?: boolean;
}

interface Shape extends Omit<NumberKind, 'isSigned' | 'isGrouped'> {
  grouping?: 'lakh' | 'thousand';
  /** Before or after the number, in the field. */
  start?: string;
  end?: string;
  /** The currency of an amount, for those who show the value elsewhere. */
  currency?: string;
  /** A fraction is shown with all decimals. */
  isPadded?: boolean;
}

interface InputProps extends InputHTMLAttributes<HTMLInputElement>, FieldFrameProps {
  start?: string | undefined;
  end?: string | undefined;
  ref?: Ref<HTMLInputElement>;
}
const Input = (props: InputProps) => <Field {...props} />;

const isPlain = (figure: string): boolean => /^-?\d*\.?\d*$/.test(figure);

/** Every character can be deleted and passed, but the commas that the format sets. */
const isWritten = (character: string): boolean => character !== ',';
const anywhere = (text: string): boolean[] => Array.from({ length: text.length + 1 }, () => true);

/**
 * A field for a number, which the form holds as a number; NaN while it is empty. What is no number stays as it was written, with its error, and
 * is not saved. Money is `MoneyField`, a rate `PercentField`.
 */
export function NumberField<Values extends FieldValues>({
  control,
  name,
  label,
  decimals = 0,
  isSigned = false,
  marks,
  grouping,
  start,
  end,
  currency,
  isPadded = false,
  isStepped = decimals === 0 && currency === undefined,
  ...input
}: NumberFieldProps<Values> & Partial<Shape>) {
  const {
    field: { ref, value, onChange, onBlur },
    fieldState,
  } = useController({ control, name });
  const kind: NumberKind = { decimals, isSigned, marks, isGrouped: grouping !== undefined };
  const padding = isPadded ? decimals : undefined;

  /** The figure, or what is written instead. */
  const [written, setWritten] = useState(() => figureOf(value, padding));
  // The field is validated before the next render.
  const latest = useRef(written);
  useEffect(() => void (latest.current = written), [written]);
  // What may become a number yet is not complained of.
  const [isWriting, setWriting] = useState(false);
  const valueOf = (text: string): number => numberOf(readNumber(text, kind).figure ?? '');
  const [known, setKnown] = useState(value);
  if (!Object.is(known, value)) {
    setKnown(value);
    // Set by somebody else: a reset, a merge, another field.
    if (!Object.is(valueOf(written), value ?? Number.NaN)) setWritten(figureOf(value, padding));
  }

  const problemOf = (text: string, isFinished: boolean): string | undefined => {
    const { figure, wrong } = readNumber(text, kind);
    if (wrong !== undefined) return wrong;
    return isFinished && figure !== '' && Number.isNaN(numberOf(figure)) ? notANumber(text, kind) : undefined;
  };
  useFieldCheck(control, name, () => problemOf(latest.current, true));

  const format = (figure: string): string =>
    isPlain(figure)
      ? numericFormatter(figure, { thousandSeparator: grouping !== undefined, thousandsGroupStyle: grouping ?? 'none' })
      : figure;
  const removeFormatting = (text: string, change?: ChangeMeta): string => {
    // The format's commas have moved, but not one that is typed.
    const isBeingTyped =
      change !== undefined &&
      change.to.end - change.to.start <= 1 &&
      text.slice(change.to.start, change.to.end) !== ',' &&
      grouping !== undefined &&
      (change.lastValue === '' || !Number.isNaN(valueOf(change.lastValue)));
    return readNumber(text, kind, isBeingTyped).figure ?? text;
  };
  const write = (text: string) => {
    latest.current = text;
    setWritten(text);
    onChange(valueOf(text));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const figure = steppedFigure(latest.current, by, kind);
    if (figure !== undefined) write(figure);
  };

  return (
    <NumberFormatBase<InputProps>
      customInput={Input}
      {...input}
      label={label}
      name={name}
      data-number
      data-currency={currency}
      start={start}
      end={end}
      // Phones have no minus among decimals.
      inputMode={isSigned ? 'text' : decimals > 0 ? 'decimal' : 'numeric'}
      autoComplete="off"
      error={problemOf(written, !isWriting) ?? fieldState.error?.message}
      getInputRef={ref}
      value={written}
      valueIsNumericString
      format={format}
      removeFormatting={removeFormatting}
      isValidInputCharacter={isWritten}
      getCaretBoundary={anywhere}
      onValueChange={({ value: text }, { event }) => {
        if (!event) return;
        setWriting(!('inputType' in event.nativeEvent) || event.nativeEvent.inputType !== 'insertFromPaste');
        write(text);
      }}
      {...(isStepped && { onKeyDown, 'aria-keyshortcuts': 'ArrowUp ArrowDown' })}
      onBlur={() => {
        const number = valueOf(written);
        if (!Number.isNaN(number)) setWritten(figureOf(number, padding));
        setWriting(false);
        onBlur();
      }}
    />
  );
}

import { afterEach, describe, expect, it } from '@jest/globals';
import type { CurrencyCode } from '@shop/contracts/browser';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { z } from 'zod';
import { errorAt, press, type } from '../../testing/open-screen.tsx';
import { bodySchemas } from '../contract-form/body-schemas.ts';
import { useContractForm } from '../contract-form/use-contract-form.ts';
import { MoneyField } from './money-field.tsx';
import { NumberField } from './number-field.tsx';
import { PercentField } from './percent-field.tsx';

const CALL = { id: 'test.save' };
const START = { price: 1234.5, change: Number.NaN, rate: 3, pieces: 4 };
type Values = typeof START;

describe('a field for a number', () => {
  let sent: Values[];
  let set: (name: keyof Values, value: number) => void;
  afterEach(() => {
    cleanup();
    bodySchemas.delete(CALL.id);
  });

  function Form({ currency, start = START }: { currency?: CurrencyCode; start?: Values }) {
    const { control, setValue, submit } = useContractForm({
      defaultValues: start,
      toRequest: (body: Values) => ({ call: CALL, body }),
    });
    set = (name, value) => setValue(name, value);
    return (
      <form onSubmit={submit(({ body }) => sent.push(body))} noValidate>
        <MoneyField control={control} name="price" label="Price" {...(currency && { currency })} />
        <MoneyField control={control} name="change" label="Change" isSigned of=", Rose Gold" />
        <PercentField control={control} name="rate" label="GST" />
        <NumberField control={control} name="pieces" label="Pieces" />
        <button type="submit">Save</button>
      </form>
    );
  }
  const open = (props: Parameters<typeof Form>[0] = {}, schema: z.ZodType = z.looseObject({})) => {
    sent = [];
    bodySchemas.set(CALL.id, schema);
    render(<Form {...props} />);
  };
  const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  const shown = (label: string) => input(label).value;
  /** One key after the other, each where the caret is, as a browser does. */
  const key = (label: string, keys: readonly string[]) => {
    const field = input(label);
    for (const one of keys) {
      const [from, to] = [field.selectionStart!, field.selectionEnd!];
      if (!fireEvent.keyDown(field, { key: one })) continue;
      const isBackspace = one === 'Backspace';
      const cut = isBackspace && from === to ? Math.max(0, field.selectionStart! - 1) : field.selectionStart!;
      const text = field.value.slice(0, cut) + (isBackspace ? '' : one) + field.value.slice(field.selectionEnd!);
      // As the browser leaves it: the text and the caret are there when it tells of them.
      const { set: write } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!;
      write!.call(field, text);
      const caret = cut + (isBackspace ? 0 : one.length);
      field.setSelectionRange(caret, caret);
      fireEvent.input(field);
    }
  };
  const put = (label: string, from: number, to = from) => {
    act(() => input(label).focus());
    input(label).setSelectionRange(from, to);
  };
  const saved = async () => {
    const before = sent.length;
    await press('Save');
    await waitFor(() => expect(sent.length).toBe(before + 1));
    return sent.at(-1)!;
  };

  it('shows money with its currency, grouped in lakhs, with both decimals of a fraction', () => {
    open({ start: { ...START, price: 12_34_567.5, change: -500 } });
    expect(shown('Price in ₹')).toBe('12,34,567.50');
    expect(shown('Change in ₹, Rose Gold')).toBe('-500');
    expect(input('Price in ₹').closest('div')!.textContent).toBe('₹');
  });

  it.each([
    ['₹1,23,456', '1,23,456', 123_456],
    ['123456.5', '1,23,456.5', 123_456.5],
    [' 1 23 456 ', '1,23,456', 123_456],
    ['Rs. 1,234.10/-', '1,234.10', 1234.1],
    ['1,234,567', '12,34,567', 1_234_567],
  ])('understands %j', async (text, shownAs, value) => {
    open();
    type('Price in ₹', text);
    expect(shown('Price in ₹')).toBe(shownAs);
    expect(errorAt('Price in ₹')).toBeUndefined();
    expect((await saved()).price).toBe(value);
  });

  it.each([
    ['12,50', '. A fraction has a point: 12.50'],
    ['abc', ''],
    ['1e5', ''],
    ['$500', ''],
  ])('keeps %j, which is no number, says so and does not save it', async (text, more) => {
    open();
    type('Price in ₹', text);
    expect(shown('Price in ₹')).toBe(text);
    act(() => input('Price in ₹').blur());
    expect(errorAt('Price in ₹')).toBe(`“${text}” is not a number${more}`);
    expect(input('Price in ₹').getAttribute('aria-invalid')).toBe('true');
    await press('Save');
    await waitFor(() => expect(document.activeElement).toBe(input('Price in ₹')));
    expect(sent).toEqual([]);
    expect(shown('Price in ₹')).toBe(text);
    type('Price in ₹', '500');
    await waitFor(() => expect(errorAt('Price in ₹')).toBeUndefined());
    expect((await saved()).price).toBe(500);
  });

  it('does not read what is no number differently with a key more', () => {
    open();
    type('Price in ₹', '12,5');
    put('Price in ₹', 4);
    key('Price in ₹', ['0']);
    expect(shown('Price in ₹')).toBe('12,50');
    act(() => input('Price in ₹').blur());
    expect(errorAt('Price in ₹')).toBe('“12,50” is not a number. A fraction has a point: 12.50');
  });

  it.each(['12,50', '1234,50', '123456,5'])(
    'never takes the comma of %j, typed for a fraction, for one of thousands',
    async (keys) => {
      open({ start: { ...START, price: Number.NaN } });
      put('Price in ₹', 0);
      key('Price in ₹', [...keys]);
      // Digits before the comma are grouped as ever.
      const left = shown('Price in ₹');
      expect(left.endsWith(keys.slice(keys.indexOf(',')))).toBe(true);
      // It may become 12,50,000 yet.
      expect(errorAt('Price in ₹')).toBeUndefined();
      act(() => input('Price in ₹').blur());
      expect(shown('Price in ₹')).toBe(left);
      const remedy = left.replace(/,(?=\d+$)/, '.');
      expect(errorAt('Price in ₹')).toBe(`“${left}” is not a number. A fraction has a point: ${remedy}`);
      await press('Save');
      await waitFor(() => expect(document.activeElement).toBe(input('Price in ₹')));
      expect(sent).toEqual([]);
    },
  );

  it.each([
    ['1,23,456', '1,23,456', 123_456],
    ['12,50,000', '12,50,000', 1_250_000],
    ['1,234,567.5', '12,34,567.5', 1_234_567.5],
    ['12345,678', '1,23,45,678', 12_345_678],
    ['1,00,000', '1,00,000', 100_000],
  ])('takes %j typed with its commas, and complains of none on the way', async (keys, left, value) => {
    open({ start: { ...START, price: Number.NaN } });
    put('Price in ₹', 0);
    for (const one of keys) {
      key('Price in ₹', [one]);
      expect(errorAt('Price in ₹')).toBeUndefined();
    }
    expect(shown('Price in ₹')).toBe(left);
    expect((await saved()).price).toBe(value);
  });

  it('goes on after a comma that is taken away again', () => {
    open({ start: { ...START, price: Number.NaN } });
    put('Price in ₹', 0);
    key('Price in ₹', [...'12,', 'Backspace', ...'34']);
    expect(shown('Price in ₹')).toBe('1,234');
    key('Price in ₹', [...',5', 'Backspace', 'Backspace', ...'.5']);
    expect(shown('Price in ₹')).toBe('1,234.5');
  });

  it('goes up and down by one with the arrow keys in a count, as far as it may', async () => {
    open();
    put('Pieces', 1);
    key('Pieces', ['ArrowUp', 'ArrowUp']);
    expect(shown('Pieces')).toBe('6');
    key(
      'Pieces',
      Array.from({ length: 9 }, () => 'ArrowDown'),
    );
    expect(shown('Pieces')).toBe('0');
    expect(errorAt('Pieces')).toBeUndefined();
    type('Pieces', '');
    key('Pieces', ['ArrowUp']);
    expect(shown('Pieces')).toBe('1');
    expect(input('Pieces').getAttribute('aria-keyshortcuts')).toBe('ArrowUp ArrowDown');
    expect((await saved()).pieces).toBe(1);
  });

  it('leaves the arrow keys alone in an amount, a rate, what is no number, and with another key', () => {
    open();
    const isLeft = (label: string, init: object) => fireEvent.keyDown(input(label), init);
    for (const label of ['Price in ₹', 'GST in %']) {
      const before = shown(label);
      expect(isLeft(label, { key: 'ArrowUp' })).toBe(true);
      expect(shown(label)).toBe(before);
      expect(input(label).hasAttribute('aria-keyshortcuts')).toBe(false);
    }
    for (const held of ['altKey', 'ctrlKey', 'metaKey', 'shiftKey']) {
      expect(isLeft('Pieces', { key: 'ArrowUp', [held]: true })).toBe(true);
    }
    expect(shown('Pieces')).toBe('4');
    type('Pieces', 'many');
    isLeft('Pieces', { key: 'ArrowUp' });
    expect(shown('Pieces')).toBe('many');
  });

  it('leaves an amount in a currency without decimals alone too', () => {
    open({ currency: 'JPY', start: { ...START, price: 500 } });
    fireEvent.keyDown(input('Price in JPY'), { key: 'ArrowUp' });
    expect(shown('Price in JPY')).toBe('500');
  });

  it('groups while it is typed, and the caret stays behind its digit', () => {
    open({ start: { ...START, price: Number.NaN } });
    put('Price in ₹', 0);
    key('Price in ₹', [...'123456.5']);
    expect(shown('Price in ₹')).toBe('1,23,456.5');
    put('Price in ₹', 4);
    key('Price in ₹', ['9']);
    expect(shown('Price in ₹')).toBe('12,39,456.5');
    expect(input('Price in ₹').selectionStart).toBe(5);
    key('Price in ₹', ['Backspace']);
    expect(shown('Price in ₹')).toBe('1,23,456.5');
    expect(input('Price in ₹').selectionStart).toBe(4);
    act(() => input('Price in ₹').blur());
    expect(shown('Price in ₹')).toBe('1,23,456.50');
  });

  it('is empty without a number, which is neither 0 nor NaN', async () => {
    open({}, z.looseObject({ price: z.number() }));
    expect(shown('Change in ₹, Rose Gold')).toBe('');
    type('Price in ₹', '');
    expect(shown('Price in ₹')).toBe('');
    await press('Save');
    await waitFor(() => expect(errorAt('Price in ₹')).toBe('This is required'));
    type('Price in ₹', '0');
    expect((await saved()).price).toBe(0);
  });

  it('says of a sign alone that it is no number, once one left it', async () => {
    open();
    put('Change in ₹, Rose Gold', 0);
    type('Change in ₹, Rose Gold', '-');
    expect(errorAt('Change in ₹, Rose Gold')).toBeUndefined();
    act(() => input('Change in ₹, Rose Gold').blur());
    expect(errorAt('Change in ₹, Rose Gold')).toBe('“-” is not a number');
    await press('Save');
    await waitFor(() => expect(document.activeElement).toBe(input('Change in ₹, Rose Gold')));
    expect(sent).toEqual([]);
    type('Change in ₹, Rose Gold', '−500');
    expect((await saved()).change).toBe(-500);
  });

  it('refuses what is below 0 where nothing may be', () => {
    open();
    for (const label of ['Price in ₹', 'GST in %', 'Pieces']) {
      type(label, '-5');
      expect(errorAt(label)).toBe('This cannot be negative');
    }
  });

  it('has the decimals of its currency', async () => {
    open({ currency: 'JPY', start: { ...START, price: 123_456 } });
    expect(shown('Price in JPY')).toBe('123,456');
    type('Price in JPY', '12.5');
    expect(errorAt('Price in JPY')).toBe('A whole number, without decimals');
    type('Price in JPY', '¥1,200');
    expect((await saved()).price).toBe(1200);
  });

  it('never cuts decimals off', () => {
    open();
    type('Price in ₹', '1.255');
    expect(shown('Price in ₹')).toBe('1.255');
    expect(errorAt('Price in ₹')).toBe('At most two decimals');
    type('GST in %', '7.255');
    expect(errorAt('GST in %')).toBe('At most two decimals');
  });

  it('follows what others put in, also in place of what is no number', async () => {
    open();
    type('Pieces', 'many');
    act(() => set('pieces', 7));
    expect(shown('Pieces')).toBe('7');
    expect(errorAt('Pieces')).toBeUndefined();
    act(() => set('pieces', Number.NaN));
    expect(shown('Pieces')).toBe('');
    type('GST in %', '2.50 %');
    expect(shown('GST in %')).toBe('2.50');
    expect((await saved()).rate).toBe(2.5);
  });

  it('shows a number that may not be as it is, and says what is wrong', async () => {
    open({ start: { ...START, price: 1.005, pieces: -4 } });
    expect([shown('Price in ₹'), shown('Pieces')]).toEqual(['1.005', '-4']);
    expect(errorAt('Price in ₹')).toBe('At most two decimals');
    expect(errorAt('Pieces')).toBe('This cannot be negative');
    await press('Save');
    expect(sent).toEqual([]);
  });

  it('takes a comma that is typed for decimals for what it is where nothing is grouped', () => {
    open();
    put('GST in %', 1);
    key('GST in %', [...',5']);
    expect(shown('GST in %')).toBe('3,5');
    expect(errorAt('GST in %')).toBe('“3,5” is not a number. A fraction has a point: 3.5');
  });

  it('asks phones for the keys that it takes', () => {
    open();
    expect(
      ['Price in ₹', 'Change in ₹, Rose Gold', 'GST in %', 'Pieces'].map((label) => input(label).inputMode),
    ).toEqual(['decimal', 'text', 'decimal', 'numeric']);
  });
});

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ApiError, toasts } from '@shop/mfe-kit';
import { Field } from '@shop/ui/field.tsx';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { useFieldArray } from 'react-hook-form';
import { z } from 'zod';
import { errorAt, press, problem, type } from '../../testing/open-screen.tsx';
import { ListField } from '../list-field.tsx';
import { NumberField } from '../number-field/number-field.tsx';
import { bodySchemas } from './body-schemas.ts';
import { FormError } from './form-error.tsx';
import { useContractForm } from './use-contract-form.ts';

const CALL = { id: 'test.save' };
const DEFAULTS = {
  name: 'Meera',
  price: 1,
  seller: { city: 'Jaipur' },
  tags: ['gold'],
  rows: [{ value: 'a' }, { value: 'b' }],
};
type Values = typeof DEFAULTS;

describe('a form over a contract', () => {
  let sent: unknown[];
  let refuse: unknown;
  beforeEach(() => {
    sent = [];
    refuse = undefined;
    toasts.set([]);
  });
  afterEach(() => {
    cleanup();
    bodySchemas.delete(CALL.id);
  });

  function Form({ fallbackField }: { fallbackField?: 'name' }) {
    const { register, control, formState, formError, submit } = useContractForm({
      defaultValues: DEFAULTS,
      toRequest: ({ name, ...rest }: Values) => ({ call: CALL, body: { title: name, ...rest, hidden: 'x' } }),
      fieldOf: (path) => (path === 'title' ? 'name' : path),
      check: ({ price }) => ({ price: price === 7 ? 'Not seven' : undefined }),
      ...(fallbackField && { fallbackField }),
    });
    const { errors } = formState;
    const { fields } = useFieldArray({ control, name: 'rows' });
    const onSubmit = submit(async ({ body }) => {
      if (refuse) throw refuse;
      sent.push(body);
    });
    return (
      <form onSubmit={onSubmit} noValidate>
        <Field label="Name" error={errors.name?.message} {...register('name')} />
        <NumberField control={control} name="price" label="Price" />
        <Field label="City" error={errors.seller?.city?.message} {...register('seller.city')} />
        <ListField control={control} name="tags" label="Tags" />
        {fields.map(({ id }, i) => (
          <Field
            key={id}
            label={`Row ${i}`}
            error={errors.rows?.[i]?.value?.message}
            {...register(`rows.${i}.value`)}
          />
        ))}
        <p data-testid="rows">{errors.rows?.root?.message}</p>
        <FormError message={formError} />
        <button type="submit">Save</button>
      </form>
    );
  }
  const contract = (body: z.ZodType) => bodySchemas.set(CALL.id, body);
  const refusal = (errors?: Record<string, string>) =>
    new ApiError(problem(400, 'request.invalid', 'Please check', errors).body as never);

  it('sends what the contract takes, as it was written', async () => {
    contract(z.looseObject({ title: z.string().trim().min(1) }));
    render(<Form />);
    await press('Save');
    const { name, ...rest } = DEFAULTS;
    await waitFor(() => expect(sent).toEqual([{ title: name, ...rest, hidden: 'x' }]));
  });

  it('follows a rule that changes in the contract alone', async () => {
    contract(z.looseObject({ title: z.string().max(5) }));
    render(<Form />);
    await press('Save');
    await waitFor(() => expect(sent).toHaveLength(1));
    contract(z.looseObject({ title: z.string().max(4) }));
    await press('Save');
    await waitFor(() => expect(errorAt('Name')).toBe('At most 4 characters'));
    expect(sent).toHaveLength(1);
  });

  it('shows issues at fields of objects and rows, those of entries at their list, and focuses the first', async () => {
    contract(
      z.looseObject({
        seller: z.object({ city: z.string().max(3) }),
        tags: z.array(z.string().max(3)),
        rows: z.array(z.object({ value: z.enum(['a']) })),
      }),
    );
    render(<Form />);
    await press('Save');
    await waitFor(() => expect(errorAt('City')).toBe('At most 3 characters'));
    expect(errorAt('Tags')).toBe('At most 3 characters');
    expect(errorAt('Row 1')).toBe('One of: a');
    expect(errorAt('Row 0')).toBeUndefined();
    expect(document.activeElement).toBe(screen.getByLabelText('City'));
    expect(sent).toEqual([]);
    type('City', 'Goa');
    await waitFor(() => expect(errorAt('City')).toBeUndefined());
    expect(errorAt('Tags')).toBeTruthy();
  });

  it('leads to the first field as people see them, whatever component it is of', async () => {
    contract(z.looseObject({ price: z.number(), seller: z.object({ city: z.string().max(3) }) }));
    render(<Form />);
    type('Price', '');
    await press('Save');
    await waitFor(() => expect(errorAt('City')).toBe('At most 3 characters'));
    expect(document.activeElement).toBe(screen.getByLabelText('Price'));
    contract(z.looseObject({}));
    screen.getByRole('button', { name: 'Save' }).focus();
    refuse = refusal({ 'seller.city': 'Unknown', price: 'Too much' });
    type('Price', '5');
    await press('Save');
    await waitFor(() => expect(errorAt('Price')).toBe('Too much'));
    expect(document.activeElement).toBe(screen.getByLabelText('Price'));
  });

  it('shows an issue of a whole list of rows beside the rows', async () => {
    contract(z.looseObject({ rows: z.array(z.unknown()).max(1) }));
    render(<Form />);
    await press('Save');
    await waitFor(() => expect(screen.getByTestId('rows').textContent).toBe('At most 1'));
  });

  it('says of the form what belongs to no field', async () => {
    contract(z.looseObject({ hidden: z.literal('y', 'This is not y') }));
    render(<Form />);
    await press('Save');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('hidden: This is not y'));
    contract(z.looseObject({}).refine(() => false, 'Nothing to change'));
    await press('Save');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Nothing to change'));
    contract(z.looseObject({}));
    await press('Save');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('takes an empty number for what it is sent as', async () => {
    contract(z.looseObject({ price: z.number() }));
    render(<Form />);
    type('Price', '');
    await press('Save');
    await waitFor(() => expect(errorAt('Price')).toBe('This is required'));
  });

  it('has rules of its own where no contract can know them', async () => {
    contract(z.looseObject({}));
    render(<Form />);
    type('Price', '7');
    type('Tags', 'silver');
    await press('Save');
    await waitFor(() => expect(errorAt('Price')).toBe('Not seven'));
    expect(errorAt('Tags')).toContain('Press Add to take “silver”');
    expect(sent).toEqual([]);
  });

  it('shows what the service says at the same fields, and the rest at the form with a toast', async () => {
    contract(z.looseObject({}));
    refuse = refusal({ 'rows.1.value': 'Taken', title: 'Too plain', 'tags.0': 'Unknown', elsewhere: 'Look there' });
    render(<Form />);
    await press('Save');
    await waitFor(() => expect(errorAt('Name')).toBe('Too plain'));
    expect(errorAt('Row 1')).toBe('Taken');
    expect(errorAt('Tags')).toBe('Unknown');
    expect(screen.getByRole('alert').textContent).toBe('Look there');
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    refuse = refusal();
    await press('Save');
    await waitFor(() => expect(toasts.get().map(({ message }) => message)).toEqual(['Please check']));
  });

  it('of one field shows everything there', async () => {
    contract(z.looseObject({ hidden: z.literal('y', 'This is not y') }));
    render(<Form fallbackField="name" />);
    await press('Save');
    await waitFor(() => expect(errorAt('Name')).toBe('This is not y'));
    contract(z.looseObject({}));
    refuse = refusal();
    await press('Save');
    await waitFor(() => expect(errorAt('Name')).toBe('Please check'));
    expect(toasts.get()).toEqual([]);
  });
});

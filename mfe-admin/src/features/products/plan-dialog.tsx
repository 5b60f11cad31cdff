import { catalog, type BodyOf } from '@shop/contracts/browser';
import { call, formatMoney, toast } from '@shop/mfe-kit';
import { createIntent } from '@shop/mfe-kit/intent.ts';
import { FormDialog } from '@shop/ui/dialog.tsx';
import { Field } from '@shop/ui/field.tsx';
import { Select } from '@shop/ui/select.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { PRODUCTS_KEY, type StaffProduct } from '../../api/products.ts';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { useContractForm } from '../../components/contract-form/use-contract-form.ts';
import { momentIn } from '../../components/shop-moment.ts';
import { shopMomentText } from '../../components/texts.ts';
import { MoneyField } from '../../components/number-field/money-field.tsx';

type Body = BodyOf<typeof catalog.planProductChange>;

interface Values {
  what: 'price' | 'status';
  price: number;
  status: NonNullable<Body['status']>;
  at: string;
  until: string;
}

/** Plans a price or a status of a product for a time. */
export function PlanDialog({ product, onClose }: { product: StaffProduct; onClose(): void }) {
  const queryClient = useQueryClient();
  const [planningOnce] = useState(createIntent);
  const { register, control, formState, formError, submit } = useContractForm({
    defaultValues: {
      ...{ what: product.status === 'draft' ? ('status' as const) : ('price' as const), price: Number.NaN },
      ...{ status: product.status === 'draft' ? ('published' as const) : ('draft' as const), at: '', until: '' },
    },
    toRequest: ({ what, price, status, at, until }: Values) => ({
      call: catalog.planProductChange,
      body: {
        ...{ productId: product._id, at: momentIn(at) },
        ...(what === 'price' ? { price, ...(until && { until: momentIn(until) }) } : { status }),
      },
    }),
  });
  const { errors, isSubmitting } = formState;
  const isPrice = useWatch({ control, name: 'what' }) === 'price';

  const onSubmit = submit(async ({ body }) => {
    const { plannedChange } = await planningOnce(body, (idempotencyKey) =>
      call(catalog.planProductChange, { body, idempotencyKey }),
    );
    onClose();
    toast.success(`Planned for ${shopMomentText(plannedChange.at)}`);
    await queryClient.invalidateQueries({ queryKey: [...PRODUCTS_KEY, 'planned'] });
  });

  return (
    <FormDialog title="Plan a change" save="Plan" busy={isSubmitting} onSubmit={onSubmit} onClose={onClose}>
      <Select label="What changes" {...register('what')}>
        <option value="price">Price</option>
        <option value="status">Status</option>
      </Select>
      {isPrice ? (
        <MoneyField
          control={control}
          name="price"
          label="Price"
          hint={product.price > 0 ? `It is ${formatMoney(product.price, 'INR')} now` : undefined}
        />
      ) : (
        <Select label="Status" error={errors.status?.message} {...register('status')}>
          <option value="published">In the shop</option>
          <option value="draft">Out of the shop, a draft</option>
          <option value="archived">Archived, out of the shop and of the lists</option>
        </Select>
      )}
      <Field
        label="When"
        type="datetime-local"
        hint="By the shop’s clock, in India"
        error={errors.at?.message}
        {...register('at')}
      />
      {isPrice && (
        <Field
          label="Until"
          type="datetime-local"
          hint="Optional: the price that it replaces comes back then"
          error={errors.until?.message}
          {...register('until')}
        />
      )}
      <FormError message={formError} />
    </FormDialog>
  );
}

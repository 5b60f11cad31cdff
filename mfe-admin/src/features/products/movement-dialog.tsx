import { catalog, type AnswerOf, type BodyOf } from '@shop/contracts/browser';
import { ApiError, call, toast } from '@shop/mfe-kit';
import { createIntent } from '@shop/mfe-kit/intent.ts';
import { FormDialog } from '@shop/ui/dialog.tsx';
import { Select } from '@shop/ui/select.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { productQuery, PRODUCTS_KEY, type StaffProduct } from '../../api/products.ts';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { useContractForm } from '../../components/contract-form/use-contract-form.ts';
import { NumberField } from '../../components/number-field/number-field.tsx';

type Body = BodyOf<typeof catalog.recordStockMovement>;

interface Values {
  kind: Body['kind'];
  pieces: number;
  reason: string;
}

const START: Values = { kind: 'received', pieces: Number.NaN, reason: '' };

interface Kind {
  name: string;
  pieces: string;
  reason: string;
}
const KINDS: Record<Body['kind'], Kind> = {
  received: { name: 'Received', pieces: 'Pieces that came', reason: 'Optional' },
  'written-off': { name: 'Written off', pieces: 'Pieces that are gone', reason: 'Lost, broken, given away …' },
  counted: { name: 'Counted', pieces: 'Pieces that are there', reason: 'Needed where the count differs' },
};

const heldText = (held: number): string =>
  held === 0 ? '' : held === 1 ? ', with the one that is held' : `, with the ${held} that are held`;

/** Records pieces that came, went or were counted. */
export function MovementDialog({ product, onClose }: { product: StaffProduct; onClose(): void }) {
  const queryClient = useQueryClient();
  const [recordingOnce] = useState(createIntent);
  // As they were last seen: a count of others is refused.
  const [seen, setSeen] = useState({ stock: product.stock, held: product.held });
  const { register, control, formState, formError, submit, setError } = useContractForm({
    defaultValues: START,
    toRequest: ({ kind, pieces, reason }: Values) => ({
      call: catalog.recordStockMovement,
      body: {
        ...{ kind, pieces },
        ...(reason.trim() && { reason: reason.trim() }),
        ...(kind === 'counted' && { piecesBefore: seen.stock + seen.held }),
      },
    }),
  });
  const { errors, isSubmitting } = formState;
  const kind = useWatch({ control, name: 'kind' });
  const words = KINDS[kind];

  const record = async (body: Body): Promise<void> => {
    const params = { id: product._id };
    const answer = await recordingOnce(body, (idempotencyKey) =>
      call(catalog.recordStockMovement, { params, body, idempotencyKey }),
    );
    queryClient.setQueryData(productQuery(product._id).queryKey, answer.product);
    onClose();
    toast.success(recordedText(answer, product.stock));
    await queryClient.invalidateQueries({ queryKey: PRODUCTS_KEY });
  };

  const onSubmit = submit(async ({ body }) => {
    try {
      await record(body);
    } catch (error) {
      const now = piecesIn(error);
      if (!now) throw error;
      setSeen(now);
      const message = `There are ${now.stock} free and ${now.held} held now. Please count again`;
      setError('pieces', { type: 'server', message }, { shouldFocus: true });
      await queryClient.invalidateQueries({ queryKey: PRODUCTS_KEY });
    }
  });

  return (
    <FormDialog title="Record movement" save="Record" busy={isSubmitting} onSubmit={onSubmit} onClose={onClose}>
      <p>
        {seen.stock} free{seen.held > 0 && `, ${seen.held} held for checkouts`}
      </p>
      <Select label="What happened" error={errors.kind?.message} {...register('kind')}>
        {Object.entries(KINDS).map(([value, { name }]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </Select>
      <NumberField
        control={control}
        name="pieces"
        label={words.pieces}
        hint={kind === 'counted' ? `All of them${heldText(seen.held)}` : undefined}
      />
      <TextArea label="Reason" rows={2} hint={words.reason} error={errors.reason?.message} {...register('reason')} />
      <FormError message={formError} />
    </FormDialog>
  );
}

/** Says so where others changed the stock at the same time. */
function recordedText({ movement, product }: AnswerOf<typeof catalog.recordStockMovement>, seen: number): string {
  const before = movement.stockAfter - movement.delta;
  const now = `${product.stock} ${product.stock === 1 ? 'is' : 'are'} free now`;
  return before === seen ? `Recorded: ${now}` : `Recorded: ${now}. It was ${before} before, changed by others`;
}

/** What there is now, where a count was refused for it. */
const piecesIn = (error: unknown): { stock: number; held: number } | undefined =>
  error instanceof ApiError && error.code === 'product.pieces-moved'
    ? (error.problem.details as { stock: number; held: number })
    : undefined;

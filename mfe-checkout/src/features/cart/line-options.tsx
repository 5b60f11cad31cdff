import { type AnswerOf, catalog, choiceName } from '@shop/contracts/browser';
import { ApiError, call, messageOf, toast } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Select } from '@shop/ui/select.tsx';
import { Skeleton } from '@shop/ui/skeleton.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import type { CartItem } from '../../api/cart.ts';
import s from './cart-drawer.module.css';
import type { Options } from './use-cart-changes.ts';

type Customizations = Options['customizations'];
type Product = AnswerOf<typeof catalog.getProduct>['product'];

/** What is measured; all else is chosen on the page of the piece. */
const MEASURES = [
  'chainLength',
  'chainLengths',
  'sizeOptions',
  'sizes',
  'earringSize',
  'pendantSize',
  'backType',
] as const;
type Measure = (typeof MEASURES)[number];

/** Fixed for a ready piece. */
const MADE_OF = ['metalTone', 'metalPurity', 'stoneType'] as const;

const productQuery = (group: string, variant: string) => ({
  queryKey: ['checkout', 'product', group, variant],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(catalog.getProduct, { params: { id: group }, query: { variant }, signal }),
});

const valueOf = (given: string | { value: string } | undefined): string =>
  typeof given === 'string' ? given : (given?.value ?? '');

/** The choices of a line for another variant or other measures; a ready piece is made of what the variant is made of. */
function optionsFor(item: CartItem, { _id: productId, detailsRef: details }: Product, measures: Measures): Options {
  const kept = Object.fromEntries(Object.entries(item.customizations).map(([name, given]) => [name, valueOf(given)]));
  const isMadeToOrder = kept['costomization'] === 'yes';
  const own = Object.fromEntries(
    MADE_OF.flatMap((name) => {
      const [first] = details[name];
      const isOffered = isMadeToOrder && details[name].includes(kept[name] ?? '');
      return first === undefined || isOffered ? [] : [[name, first]];
    }),
  );
  const chosen = { ...kept, ...own, ...measures };
  return {
    productId,
    customizations: Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== '')) as Customizations,
  };
}

type Measures = Partial<Record<Measure, string>>;

interface Props {
  item: CartItem;
  onChange(options: Options): Promise<void>;
  onCancel(): void;
}

/** Metal tone and sizes of a line, changed in its place. */
export function LineOptions({ item, onChange, onCancel }: Props) {
  const { product, customizations } = item;
  const [variant, setVariant] = useState(item.productId);
  const [measures, setMeasures] = useState<Measures>({});
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [isSaving, setSaving] = useState(false);
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    ...productQuery(product.productGroup, variant),
    placeholderData: keepPreviousData,
  });
  if (!data) {
    return error ? (
      <p className={s.problem} role="alert">
        {messageOf(error)}{' '}
        <Button look="quiet" busy={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    ) : (
      <Skeleton height="4.25rem" />
    );
  }
  const { product: shown, variants } = data;
  const offered = MEASURES.flatMap((name) => {
    const values = shown.detailsRef[name] ?? [];
    return values.length > 0 ? [{ name, values, notPriced: shown.notPriced?.[name] ?? [] }] : [];
  });
  const chosenOf = (name: Measure, values: readonly string[]): string => {
    const value = measures[name] ?? valueOf(customizations[name]);
    return values.includes(value) ? value : '';
  };

  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setSaving(true);
    const chosen = Object.fromEntries(offered.map(({ name, values }) => [name, chosenOf(name, values)]));
    try {
      await onChange(optionsFor(item, shown, chosen));
    } catch (failure) {
      const errors = (failure instanceof ApiError && failure.problem.errors) || {};
      setProblems(errors);
      if (!offered.some(({ name }) => errors[`customizations.${name}`])) {
        toast.error(messageOf(failure, 'Failed to change the options'));
      }
      setSaving(false);
    }
  };

  return (
    <form className={s.options} onSubmit={(event) => void submit(event)} aria-label={`Options of ${product.name}`}>
      {variants.length > 1 && (
        <Select label="Metal tone" value={variant} onChange={({ target }) => setVariant(target.value)}>
          {variants.map(({ _id, metalTone, stock }) => (
            <option key={_id} value={_id} disabled={stock === 0 && _id !== item.productId}>
              {metalTone}
              {stock === 0 && ' (out of stock)'}
            </option>
          ))}
        </Select>
      )}
      {offered.map(({ name, values, notPriced }) => (
        <Select
          key={name}
          label={choiceName(name, product.category.main)}
          value={chosenOf(name, values)}
          error={problems[`customizations.${name}`]}
          onChange={({ target }) => {
            setMeasures({ ...measures, [name]: target.value });
            setProblems({});
          }}
        >
          <option value="">Choose…</option>
          {values.map((value) => (
            <option key={value} disabled={notPriced.includes(value)}>
              {value}
            </option>
          ))}
        </Select>
      ))}
      {variants.length <= 1 && offered.length === 0 && <p>There is nothing else to choose for this piece.</p>}
      <div className={s.optionButtons}>
        <Button type="submit" look="secondary" busy={isSaving} disabled={isPlaceholderData}>
          Save options
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

import { catalog, identity, SIZE_KINDS, SIZE_NAMES, type SizeKind } from '@shop/contracts/browser';
import { call, messageOf, toast } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Select } from '@shop/ui/select.tsx';
import { Skeleton } from '@shop/ui/skeleton.tsx';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import s from './sizes.module.css';

const HOUR = 3_600_000;

const sizesQuery = queryOptions({
  queryKey: ['account', 'sizes'],
  queryFn: async ({ signal }) => (await call(identity.getSizes, { signal })).sizes,
});

/** What the shop makes pieces in. */
const offeredQuery = queryOptions({
  queryKey: ['account', 'sizes-offered'],
  queryFn: async ({ signal }): Promise<Record<SizeKind, string[]>> => {
    const [rings, bracelets, necklaces, chains] = await Promise.all([
      call(catalog.listRingSizes, { signal }),
      call(catalog.listBraceletSizes, { signal }),
      call(catalog.listNecklaceSizes, { signal }),
      call(catalog.listChainLengths, { signal }),
    ]);
    const arms = bracelets.data.map(({ braceletSize }) => braceletSize);
    return {
      ring: rings.data.map(({ size }) => size),
      // Both are in one list: a bangle's size is a number alone.
      bracelet: arms.filter((size) => !isNumber(size)),
      bangle: arms.filter(isNumber),
      necklace: necklaces.data.map(({ necklaceSize }) => necklaceSize),
      chain: chains.data.map(({ length }) => length),
    };
  },
  staleTime: HOUR,
});

const isNumber = (size: string) => /^[\d.]+$/.test(size);

/** The sizes that the account remembers: they are chosen on the pages of pieces. */
export function Sizes() {
  const sizes = useQuery(sizesQuery);
  const offered = useQuery(offeredQuery);
  const error = sizes.error ?? offered.error;
  return (
    <section className={s.sizes} aria-labelledby="sizes">
      <h2 id="sizes">My sizes</h2>
      <p className={s.note}>They are chosen for you on the page of a piece.</p>
      {sizes.data && offered.data ? (
        <div className={s.fields}>
          {SIZE_KINDS.map((kind) => (
            <SizeField key={kind} kind={kind} value={sizes.data[kind]} values={offered.data[kind]} />
          ))}
        </div>
      ) : error ? (
        <div role="alert">
          <p>{messageOf(error)}</p>
          <Button look="secondary" onClick={() => void Promise.all([sizes.refetch(), offered.refetch()])}>
            Try again
          </Button>
        </div>
      ) : (
        <div role="status">
          <span className="visually-hidden">Loading your sizes…</span>
          <Skeleton height="8rem" />
        </div>
      )}
    </section>
  );
}

function SizeField({ kind, value, values }: { kind: SizeKind; value: string | undefined; values: readonly string[] }) {
  const queryClient = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (size: string) => call(identity.saveSizes, { body: { sizes: { [kind]: size || null } } }),
    onSuccess(answer, size) {
      queryClient.setQueryData(sizesQuery.queryKey, answer.sizes);
      toast.success(size ? `${SIZE_NAMES[kind]} ${size} is remembered` : `${SIZE_NAMES[kind]} is forgotten`);
    },
  });
  const shown = isPending ? variables : (value ?? '');
  // One that is no longer made stays visible.
  const options = value === undefined || values.includes(value) ? values : [value, ...values];
  if (options.length === 0) return null;
  return (
    <Select
      label={SIZE_NAMES[kind]}
      value={shown}
      aria-busy={isPending}
      onChange={(event) => mutate(event.target.value)}
    >
      <option value="">Not set</option>
      {options.map((size) => (
        <option key={size}>{size}</option>
      ))}
    </Select>
  );
}

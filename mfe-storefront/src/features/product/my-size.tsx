import { GUEST_SIZES_KEY, identity, type SizeKind, SIZE_NAMES, type Sizes } from '@shop/contracts/browser';
import { call, messageOf, toast, useAccount } from '@shop/mfe-kit';
import { queryOptions, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import s from './my-size.module.css';

interface Props {
  kind: SizeKind;
  /** What the piece is made in. */
  values: readonly string[];
  value: string | undefined;
  onChoose(value: string): void;
}

/** The visitor's own size: chosen once it is known, and remembered for the next piece when another one is chosen. */
export default function MySize({ kind, values, value, onChoose }: Props) {
  const { user } = useAccount();
  const queryClient = useQueryClient();
  const query = sizesQuery(user?._id);
  const { data: sizes } = useQuery(query);
  const mine = sizes?.[kind];

  const hasOffered = useRef(false);
  const offer = useEffectEvent((size: string) => {
    if (hasOffered.current) return;
    hasOffered.current = true;
    if (!value && values.includes(size)) onChoose(size);
  });
  useEffect(() => {
    if (mine !== undefined) offer(mine);
  }, [mine]);

  const { mutate, isPending } = useMutation({
    mutationFn: async (size: string) => {
      const changed = { [kind]: size };
      if (user) return (await call(identity.saveSizes, { body: { sizes: changed } })).sizes;
      const all = { ...guestSizes(), ...changed };
      localStorage.setItem(GUEST_SIZES_KEY, JSON.stringify(all));
      return all;
    },
    onSuccess(saved, size) {
      // Not to be offered again when it comes back from the store.
      hasOffered.current = true;
      queryClient.setQueryData(query.queryKey, saved);
      toast.success(`Your ${SIZE_NAMES[kind].toLowerCase()} is remembered: ${size}`);
    },
    meta: { quiet: true },
    onError: (error) => toast.error(messageOf(error, 'Your size could not be remembered')),
  });

  if (sizes === undefined) return null;
  if (value && value !== mine) {
    return (
      <button type="button" className={s.remember} aria-busy={isPending} onClick={() => mutate(value)}>
        Remember {value} as my size
      </button>
    );
  }
  if (mine === undefined) return null;
  return <span className={s.mine}>Your size: {values.includes(mine) ? mine : `${mine}, not made in it`}</span>;
}

/** Of an account, or of this browser while no one is signed in. */
const sizesQuery = (userId: string | undefined) =>
  queryOptions<Sizes>({
    queryKey: ['storefront', 'sizes', userId ?? null],
    queryFn:
      typeof window === 'undefined'
        ? skipToken
        : async ({ signal }) => (userId ? (await call(identity.getSizes, { signal })).sizes : guestSizes()),
  });

/** Storage can be forbidden, and what is in it can be from anywhere. */
function guestSizes(): Sizes {
  try {
    return (JSON.parse(localStorage.getItem(GUEST_SIZES_KEY) ?? '{}') ?? {}) as Sizes;
  } catch {
    return {};
  }
}

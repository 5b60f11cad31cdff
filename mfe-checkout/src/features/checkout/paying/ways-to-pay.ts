import { type CurrencyCode, type LiveProviderName, PROVIDERS } from '@shop/contracts/browser';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { methodsQuery } from '../api.ts';
import { adapterOf } from './providers/index.ts';

export interface WaysToPay {
  /** Only the proposed one is known yet. */
  isLoading: boolean;
  offered: readonly LiveProviderName[];
  /** Undefined if none is offered. */
  chosen: LiveProviderName | undefined;
  choose(way: LiveProviderName): void;
  /** Fetches the list again. */
  reload(): void;
}

/** The ways to pay in a currency, and the one that the buyer chose in this tab. */
export function useWaysToPay(userId: string, currency: CurrencyCode | undefined): WaysToPay {
  const { data: methods, isPending, refetch } = useQuery(methodsQuery);
  const [wanted, setWanted] = useState(() => storedChoice(userId));
  const offered = !currency
    ? []
    : methods
      ? methods
          .filter(({ provider, currencies }) => adapterOf(provider) && currencies.includes(currency))
          .map(({ provider }) => provider)
      : proposedIn(currency);
  return {
    isLoading: isPending,
    offered,
    chosen: offered.find((way) => way === wanted) ?? offered[0],
    choose(way) {
      setWanted(way);
      sessionStorage.setItem(KEY, JSON.stringify({ userId, way }));
    },
    reload: () => void refetch(),
  };
}

/** Without the list: the first declared one. */
function proposedIn(currency: CurrencyCode): LiveProviderName[] {
  return Object.values(PROVIDERS)
    .filter(({ currencies }) => currencies.includes(currency))
    .map(({ name }) => name)
    .slice(0, 1);
}

const KEY = 'checkout:way-to-pay';

/** Undefined for another user of the same tab. */
function storedChoice(userId: string): string | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as { userId: string; way: string } | null;
    return stored?.userId === userId ? stored.way : undefined;
  } catch {
    return undefined;
  }
}

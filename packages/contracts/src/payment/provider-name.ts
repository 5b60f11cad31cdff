import { z } from 'zod';
import { kindOf } from '../core/kind.ts';
import type { ProviderSpec, RetiredProviderSpec } from './provider.ts';
import * as declared from './providers/list.ts';

type Declared = (typeof declared)[keyof typeof declared];
/** Of a payment that was made at any time. */
export type ProviderName = Extract<Declared, RetiredProviderSpec>['name'];
/** Of a provider that there is code for. */
export type LiveProviderName = Extract<Declared, ProviderSpec>['name'];

const isProvider = (value: unknown): value is ProviderSpec<LiveProviderName> => kindOf(value) === 'provider';
const isRetired = (value: unknown): value is RetiredProviderSpec<ProviderName> => kindOf(value) === 'retired-provider';

/** Every provider of `providers/list.ts` that can be paid by, in the order in which buyers are offered them. */
export const PROVIDERS: readonly ProviderSpec<LiveProviderName>[] = Object.values(declared)
  .filter(isProvider)
  .toSorted((one, other) => one.place - other.place);

export const RETIRED_PROVIDERS: readonly RetiredProviderSpec<ProviderName>[] =
  Object.values<unknown>(declared).filter(isRetired);

const namesOf = <Name extends string>(providers: readonly RetiredProviderSpec<Name>[]) =>
  z.enum(providers.map(({ name }) => name) as [Name, ...Name[]]);

export const paymentProvider = namesOf<ProviderName>([...PROVIDERS, ...RETIRED_PROVIDERS]);
export const liveProvider = namesOf(PROVIDERS);

import { z } from 'zod';
import { kindOf } from '../core/kind.ts';
import type { ProviderSpec } from './provider.ts';
import * as declared from './providers/list.ts';

type Declared = (typeof declared)[keyof typeof declared];
export type ProviderName = Extract<Declared, ProviderSpec>['name'];

const isProvider = (value: unknown): value is ProviderSpec<ProviderName> => kindOf(value) === 'provider';

/** Every provider of `providers/list.ts`, in the order in which buyers are offered them. */
export const PROVIDERS: readonly ProviderSpec<ProviderName>[] = Object.values(declared)
  .filter(isProvider)
  .toSorted((one, other) => one.place - other.place);

export const paymentProvider = z.enum(PROVIDERS.map(({ name }) => name) as [ProviderName, ...ProviderName[]]);

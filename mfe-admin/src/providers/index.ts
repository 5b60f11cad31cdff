import type { LiveProviderName } from '@shop/contracts/browser';
import { bankTransferParts } from './bank-transfer/staff-parts.ts';
import type { StaffParts } from './staff-parts.ts';

/** The providers that staff work with themselves. */
export const STAFF_PARTS: Partial<Record<LiveProviderName, StaffParts>> = {
  'bank-transfer': bankTransferParts,
};

const all = Object.values(STAFF_PARTS);
export const PROVIDER_SCREENS = all.map(({ screen }) => screen);
export const PROVIDER_ACTIONS = all.flatMap(({ actions }) => actions);
export const PROVIDER_TASKS = all.flatMap(({ tasks }) => tasks);
export const PROVIDER_SUBJECTS: Readonly<Record<string, string>> = Object.assign(
  {},
  ...all.map(({ subjects }) => subjects),
);

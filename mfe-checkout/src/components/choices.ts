import { choiceName } from '@shop/contracts/browser';

export interface Choice {
  name: string;
  value: string;
}

export type Customizations = Readonly<Record<string, string | { value: string }>>;

const textOf = (given: string | { value: string } | undefined): string =>
  (typeof given === 'string' ? given : (given?.value ?? '')).trim();

/** The chosen options in display form; blank ones are omitted. What was only asked for (`costomization`) is no choice. */
export const choicesOf = ({ costomization: _, ...customizations }: Customizations, category: string): Choice[] =>
  Object.entries(customizations).flatMap(([field, given]) => {
    const value = textOf(given);
    return value ? [{ name: choiceName(field, category), value }] : [];
  });

/** Why a piece cannot be returned: `customized` is made to order in another value than the ready piece's. */
export function noReturnBecause({
  customized,
  customizations,
}: {
  customized?: boolean | undefined;
  customizations: Customizations;
}): 'made to order' | 'engraved' | undefined {
  if (customized) return 'made to order';
  return textOf(customizations['engraving']) ? 'engraved' : undefined;
}

import { choiceName } from '@shop/contracts/browser';

export interface Choice {
  name: string;
  value: string;
}

/** The chosen options in display form; blank ones are omitted. */
export function choicesOf(
  { costomization, ...customizations }: Readonly<Record<string, string | { value: string }>>,
  category: string,
): Choice[] {
  const madeToOrder = costomization === 'yes' ? [{ name: 'Made to order', value: 'Yes' }] : [];
  const chosen = Object.entries(customizations).flatMap(([field, given]) => {
    const value = (typeof given === 'string' ? given : given.value).trim();
    return value ? [{ name: choiceName(field, category), value }] : [];
  });
  return [...madeToOrder, ...chosen];
}

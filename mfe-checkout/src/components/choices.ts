import { choiceName } from '@shop/contracts/browser';

export interface Choice {
  name: string;
  value: string;
}

/** What a buyer chose for a piece of the category, as people read it; what was left blank is left out. */
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

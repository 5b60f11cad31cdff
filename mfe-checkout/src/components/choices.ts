/** What a buyer chose, by the names of the contract, as people read it. Several names mean the same to a reader. */
const NAMES: Readonly<Record<string, string>> = {
  metalTone: 'Metal tone',
  metalPurity: 'Metal purity',
  stoneType: 'Stone type',
  finish: 'Finish',
  centerStoneCarat: 'Centre stone carat',
  centerStoneShape: 'Centre stone shape',
  centerStoneQuality: 'Centre stone quality',
  sizeOptions: 'Size',
  sizes: 'Size',
  earringSize: 'Size',
  pendantSize: 'Size',
  backType: 'Back type',
  chainLength: 'Chain length',
  chainLengths: 'Chain length',
  engraving: 'Engraving',
};

export interface Choice {
  name: string;
  value: string;
}

/** Choices as name and value; what was left blank is left out. */
export function choicesOf(customizations: Readonly<Record<string, string | { value: string }>>): Choice[] {
  const madeToOrder = customizations['costomization'] === 'yes' ? [{ name: 'Made to order', value: 'Yes' }] : [];
  const chosen = Object.entries(customizations).flatMap(([field, given]) => {
    const name = NAMES[field];
    const value = (typeof given === 'string' ? given : given.value).trim();
    return name && value ? [{ name, value }] : [];
  });
  return [...madeToOrder, ...chosen];
}

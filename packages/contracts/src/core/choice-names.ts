/** Labels that do not follow from the field's name. */
const NAMES: Readonly<Record<string, string>> = {
  sizeOptions: 'Size',
  sizes: 'Size',
  chainLengths: 'Chain length',
  centerStoneCarat: 'Centre stone carat',
  centerStoneShape: 'Centre stone shape',
  centerStoneQuality: 'Centre stone quality',
};

/** Label of a choice (a field of `customizations`): `metalTone` → `Metal tone`. Sizes are named after the `category`, if given. */
export function choiceName(field: string, category?: string): string {
  const name = NAMES[field] ?? capitalized(field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
  return name === 'Size' && category ? `${capitalized(category)} size` : name;
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

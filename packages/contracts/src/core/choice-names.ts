/** Fields whose name is not what people call the choice. */
const NAMES: Readonly<Record<string, string>> = {
  sizeOptions: 'Size',
  sizes: 'Size',
  chainLengths: 'Chain length',
  centerStoneCarat: 'Centre stone carat',
  centerStoneShape: 'Centre stone shape',
  centerStoneQuality: 'Centre stone quality',
};

/** What a choice (a field of `customizations`) is called: `metalTone` → `Metal tone`. Sizes are those of the `category`, if it is known. */
export function choiceName(field: string, category?: string): string {
  const name = NAMES[field] ?? capitalized(field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
  return name === 'Size' && category ? `${capitalized(category)} size` : name;
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

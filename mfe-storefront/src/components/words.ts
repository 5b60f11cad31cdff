import { pluralOf } from '@shop/mfe-kit/plural.ts';

/** `rose gold` → `Rose gold`, `ring` → `Ring`, `22k` → `22K`: names come in lower case from the catalogue. */
export const capitalized = (name: string): string =>
  /^\d+k$/.test(name) ? name.toUpperCase() : name.charAt(0).toUpperCase() + name.slice(1);

/** `rose-gold` → `Rose gold`: how people read the tag of a material. */
export const material = (tag: string): string => capitalized(tag.replaceAll('-', ' '));

/** `ring` → `Rings`: how people call a category. */
export const plural = (category: string): string => capitalized(pluralOf(category));

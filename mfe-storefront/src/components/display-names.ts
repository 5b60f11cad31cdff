import { pluralOf } from '@shop/mfe-kit/plural.ts';

/** `rose gold` → `Rose gold`, `ring` → `Ring`, `22k` → `22K`: catalogue names are in lower case. */
export const capitalized = (name: string): string =>
  /^\d+k$/.test(name) ? name.toUpperCase() : name.charAt(0).toUpperCase() + name.slice(1);

/** `rose-gold` → `Rose gold`: display name of a material tag. */
export const material = (tag: string): string => capitalized(tag.replaceAll('-', ' '));

/** `ring` → `Rings`: display name of a category. */
export const plural = (category: string): string => capitalized(pluralOf(category));

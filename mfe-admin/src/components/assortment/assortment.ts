import type { QueryKey } from '@tanstack/react-query';

/** A category with its sub-categories, or a material with its sub-tags. */
export interface Entry {
  _id: string;
  name: string;
  sub: readonly string[];
  /** Address of the picture that stands for it. */
  image?: string | undefined;
}

export interface Changed {
  /** What a notification shows. */
  message: string;
  entry: Entry;
}

/** One of the two ways in which the assortment is ordered: its words and its calls. */
export interface Assortment {
  title: string;
  /** `material`, `sub-tag`; and several of the latter. */
  one: string;
  sub: string;
  subs: string;
  /** What the tables say when there is nothing. */
  none: string;
  noSub: string;
  /** Why the name is written small, what `all` means, and so on. */
  hint: string;
  queryKey: QueryKey;
  list(signal: AbortSignal): Promise<Entry[]>;
  create(name: string): Promise<Changed>;
  addSub(entry: Entry, sub: string): Promise<Changed>;
  rename(entry: Entry, name: string): Promise<Changed>;
  replaceSubs(entry: Entry, subs: string[]): Promise<Changed>;
  /** `null` takes the picture away. */
  changeImage(entry: Entry, image: string | null): Promise<Changed>;
  remove(entry: Entry): Promise<{ message: string }>;
  removeSub(entry: Entry, sub: string): Promise<Changed>;
}

import type { QueryKey } from '@tanstack/react-query';
import type { FormRequest } from '../contract-form/form-request.ts';

/** A category with its sub-categories, or a material with its sub-tags. */
export interface Entry {
  _id: string;
  name: string;
  sub: readonly string[];
  /** Address of its picture. */
  image?: string | undefined;
  /** Of a material: pieces of it can be made to order. */
  madeToOrder?: boolean | undefined;
  version?: string | undefined;
}

export interface Changed {
  /** Shown as a toast. */
  message: string;
  entry: Entry;
}

/** A change that is validated in a form before it is sent. */
export interface NameRequest extends FormRequest {
  send(version?: string): Promise<Changed>;
}

/** `send` sends the body that was validated. */
export const nameRequest = <Body>(
  call: NameRequest['call'],
  body: Body,
  send: (body: Body, version?: string) => Promise<Changed>,
): NameRequest => ({ call, body, send: (version) => send(body, version) });

/** One of the two taxonomies of products, categories and materials: its labels and its calls. */
export interface Taxonomy {
  title: string;
  /** `material` */
  one: string;
  /** `sub-tag` */
  sub: string;
  subs: string;
  /** Shown for an empty table. */
  none: string;
  noSub: string;
  /** Hint of the name field: lower case, the meaning of `all`, and so on. */
  hint: string;
  queryKey: QueryKey;
  list(signal: AbortSignal): Promise<Entry[]>;
  /** An entry as its calls answer it. */
  entryOf(answered: never): Entry;
  create(name: string): NameRequest;
  addSub(entry: Entry, sub: string): NameRequest;
  rename(entry: Entry, name: string): NameRequest;
  /** Its products take the new name over, as with `rename`. */
  renameSub(entry: Entry, from: string, to: string): NameRequest;
  /** `null` removes the picture. */
  changeImage(entry: Entry, image: string | null): Promise<Changed>;
  /** Of materials alone. */
  changeMadeToOrder?(entry: Entry, madeToOrder: boolean): Promise<Changed>;
  remove(entry: Entry): Promise<{ message: string }>;
  removeSub(entry: Entry, sub: string): Promise<Changed>;
}

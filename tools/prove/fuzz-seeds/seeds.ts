import { eventually } from '@shop/test-kit';
import type { Buyer } from '../buyer.ts';
import type { OwnShop } from '../own-shop.ts';
import type { StaffProduct } from '../staff-products.ts';
import type { Reply, Visitor } from '../visitor.ts';

/** What the shop has before it is fuzzed, as input of its operations. */
export interface Seeds {
  shop: OwnShop;
  staff: Visitor;
  shopper: Buyer;
  /** Whose orders and reviews the shopper does not change. */
  other: Buyer;
  /** Who asks in place of the visitor of the role, by operation: it ends a session, or needs an account of its own. */
  visitors: Record<string, Visitor>;
  /** Values of path and query parameters by operation. */
  parameters: Record<string, Record<string, string>>;
  /** A valid body by operation. */
  bodies: Record<string, object>;
  /** Bodies that are right for a moment: made when the operation is asked for the first time. */
  fresh: Record<string, () => object>;
  /** Values of fields of any body. */
  fields: Record<string, string>;
  /** Base64 by media type. */
  files: Record<string, string>;
  /** Accounts that the proof signs in with, and one to change or remove in their place. */
  accounts: { needed: readonly string[]; other: string };
}

/** Every published product. Those at the end are for staff to change, the others are bought. */
export type Products = readonly StaffProduct[];
/** How many of them are for staff. */
export const FOR_STAFF = 12;

// oxlint-disable-next-line typescript/no-explicit-any -- answers are read without the contracts' types
export type Any = any;

/** @returns the body. @throws Error if it is a problem */
export function done(what: string, { status, code, body }: Reply): Any {
  if (status === 0 || status >= 300) {
    throw new Error(`${what} answered ${status} ${code} ${JSON.stringify(body?.errors ?? '')}`);
  }
  return body;
}

/** Sends a form with one file. @returns the body */
export async function sendFile(
  { url, origin }: OwnShop,
  { cookie }: Visitor,
  { method = 'POST', path, field, bytes }: { method?: string; path: string; field: string; bytes: BlobPart },
): Promise<Any> {
  const form = new FormData();
  form.set(field, new Blob([bytes]), 'file');
  const answer = await fetch(`${url}/api/v1${path}`, { method, headers: { origin, cookie }, body: form });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Asks until `pick` finds something in the answer. */
export const found = <T>(visitor: Visitor, path: string, pick: (body: Any) => T | undefined): Promise<NonNullable<T>> =>
  eventually(
    async () => {
      const picked = pick(done(path, await visitor.ask(path)));
      if (picked === undefined || picked === null) throw new Error('It is not there');
      return picked as NonNullable<T>;
    },
    { what: `what is looked for in ${path}`, everyMs: 200 },
  ) as Promise<NonNullable<T>>;

import crypto from 'node:crypto';
import { NO_DOCUMENT } from '@shop/contracts';

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

/** Keys in one order, without those that are absent, and as JSON carries it: equal documents are equal texts. */
const canonical = (value: unknown): string =>
  value === undefined ? '' : JSON.stringify(sorted(JSON.parse(JSON.stringify(value))));

/** Made of the fields: a writer that forgets to count up cannot exist, and equal documents have one version in every release. */
export const versionOf = (document: object | null): string =>
  document === null
    ? NO_DOCUMENT
    : crypto
        .createHash('sha256')
        .update(canonical({ ...document, version: undefined }))
        .digest('base64url')
        .slice(0, 16);

/** A document as it is answered, with its version. `without`: fields that no form edits, such as counts, which change by themselves. */
export const withVersion = <D extends object>(
  document: D,
  without: readonly (keyof D)[] = [],
): D & { version: string } => ({
  ...document,
  version: versionOf(
    Object.fromEntries(Object.entries(document).filter(([name]) => !without.includes(name as keyof D))),
  ),
});

/** In no version itself. */
export const PART_SEPARATOR = '.';

/** Of a document that is made of others, in their order. */
export const versionOfParts = (parts: readonly { version?: string | undefined }[]): string =>
  parts.map(({ version }) => version ?? NO_DOCUMENT).join(PART_SEPARATOR) || NO_DOCUMENT;

/** The fields that are not the same in both. */
export function differingFields(before: object | null, after: object | null): string[] {
  const [from, to] = [before ?? {}, after ?? {}] as Record<string, unknown>[];
  const names = new Set([...Object.keys(from!), ...Object.keys(to!)]);
  names.delete('version');
  return [...names].filter((name) => canonical(from![name]) !== canonical(to![name]));
}

import crypto from 'node:crypto';
import { NO_DOCUMENT } from '@shop/contracts';

/** Keys in one order, without those that are absent: equal documents are equal texts. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(JSON.parse(JSON.stringify(value)) as object)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, canonical(inner)]),
  );
}

/** Made of the fields: a writer that forgets to count up cannot exist, and equal documents have one version in every release. */
export const versionOf = (document: object | null): string =>
  document === null
    ? NO_DOCUMENT
    : crypto
        .createHash('sha256')
        .update(JSON.stringify(canonical({ ...document, version: undefined })))
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

/** The fields that are not the same in both. */
export function differingFields(before: object | null, after: object | null): string[] {
  const [from, to] = [before ?? {}, after ?? {}] as Record<string, unknown>[];
  const names = new Set([...Object.keys(from!), ...Object.keys(to!)]);
  names.delete('version');
  return [...names].filter((name) => JSON.stringify(canonical(from![name])) !== JSON.stringify(canonical(to![name])));
}

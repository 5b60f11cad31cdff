import { Failure, queryErrors } from '@shop/service-kit';

/**
 * Paths that two programs could read differently: encoded dots or control characters, dot segments, empty segments, backslashes,
 * non-ASCII characters. A slash in a parameter (`DHL%2FExpress`) counts as a slash here: it must not make such a segment either.
 */
const AMBIGUOUS =
  /%(?:25)*(?:2e|5c|7f|[01][0-9a-f])|%(?:25)+2f|%(?![0-9a-f]{2})|(?:\/|%2f)(?:\.{1,2}(?=\/|%2f|$)|\/|%2f)|[\\;#]|[^\x21-\x7e]/i;

/** Whether a request's target (`/path?query`) is an absolute path without ambiguous parts. */
export function isPlainTarget(target: string): boolean {
  const end = target.indexOf('?');
  const path = end === -1 ? target : target.slice(0, end);
  return path.startsWith('/') && !AMBIGUOUS.test(path);
}

/** @throws Failure `request.invalid` that names lists and operators in the query */
export function requirePlainQuery(target: string): void {
  const errors = queryErrors(target);
  if (Object.keys(errors).length > 0) throw new Failure('request.invalid', { errors });
}

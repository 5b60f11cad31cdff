/**
 * Paths that gateway and service could parse differently: encoded slashes, dots or control characters, dot segments, empty
 * segments, backslashes, non-ASCII characters. No call needs them.
 */
const AMBIGUOUS = /%(?:25)*(?:2e|2f|5c|7f|[01][0-9a-f])|%(?![0-9a-f]{2})|\/\.{1,2}(?=\/|$)|\/\/|[\\;#]|[^\x21-\x7e]/i;

/** Whether a request's target (`/path?query`) is an absolute path without ambiguous parts. */
export function isPlainTarget(target: string): boolean {
  const end = target.indexOf('?');
  const path = end === -1 ? target : target.slice(0, end);
  return path.startsWith('/') && !AMBIGUOUS.test(path);
}

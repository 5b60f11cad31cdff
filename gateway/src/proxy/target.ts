/**
 * Paths that two programs could read differently: encoded slashes, dots or control characters, dot segments, empty
 * segments, backslashes, anything but a plain absolute path. No call of ours needs them.
 */
const AMBIGUOUS = /%(?:25)*(?:2e|2f|5c|7f|[01][0-9a-f])|%(?![0-9a-f]{2})|\/\.{1,2}(?=\/|$)|\/\/|[\\;#]|[^\x21-\x7e]/i;

/** Whether a request's target (`/path?query`) is one that gateway and service cannot understand differently. */
export function isPlainTarget(target: string): boolean {
  const end = target.indexOf('?');
  const path = end === -1 ? target : target.slice(0, end);
  return path.startsWith('/') && !AMBIGUOUS.test(path);
}

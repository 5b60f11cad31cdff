/** Deeper than any schema; recursive code over a body stays far from the end of the stack. */
const MAX_DEPTH = 32;

/** Errors of a request target's query, by name: every parameter has one plain value, so lists and operators (`page[]`, `q[$ne]`) are refused. */
export function queryErrors(target: string): Record<string, string> {
  const start = target.indexOf('?');
  if (start === -1) return {};
  const seen = new Set<string>();
  const errors = new Map<string, string>();
  for (const [name] of new URLSearchParams(target.slice(start + 1))) {
    if (/[[\]$]/.test(name)) errors.set(name, 'This is neither a list nor an operator: send one plain value');
    else if (seen.has(name)) errors.set(name, 'This is given twice');
    seen.add(name);
  }
  return Object.fromEntries(errors);
}

/**
 * Errors of a JSON body by path: keys that MongoDB would read as an operator or as a path, too deep nesting, and texts that are no
 * Unicode (a lone surrogate), which would be stored as another text.
 */
export function bodyErrors(body: unknown): Record<string, string> {
  const errors = new Map<string, string>();
  const open: { value: unknown; path: readonly string[] }[] = [{ value: body, path: [] }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next;
    if (typeof value === 'string' && !value.isWellFormed()) errors.set(path.join('.'), 'This has half a character');
    if (typeof value !== 'object' || value === null) continue;
    if (path.length === MAX_DEPTH) {
      errors.set(path[0]!, 'This is nested too deeply');
      continue;
    }
    for (const [key, inner] of Object.entries(value).reverse()) {
      if (/^\$|[.\0]/.test(key)) errors.set([...path, key].join('.'), 'A name has no dot and no dollar sign in front');
      else open.push({ value: inner, path: [...path, key] });
    }
  }
  return Object.fromEntries(errors);
}

/** A call whose answers are cached: its path on the wire as a URLPattern, and the tags of its contract. */
export interface CachedCall {
  pathname: string;
  tags: readonly string[];
  /** Tags of a page that shows the answer, if they are narrower than the answer's own. */
  pageTags?: readonly string[] | undefined;
}

/** The tags of one answer. */
export interface SourceTags {
  /** An event for one of them makes the answer stale. */
  tags: readonly string[];
  /** The same for a page that shows the answer, which may depend on what is in it. */
  ofPage(answer: unknown): readonly string[];
}

const NONE: SourceTags = { tags: [], ofPage: () => [] };

/** Finds the tags of a source (path of the gateway with its query); none for calls without a cache policy. */
export function createTagger(calls: readonly CachedCall[]): (source: string) => SourceTags {
  const patterns = calls.map(({ pathname, ...call }) => ({ ...call, pattern: new URLPattern({ pathname }) }));
  return (source) => {
    const url = new URL(source, 'http://gateway');
    for (const { pattern, tags, pageTags } of patterns) {
      const match = pattern.exec({ pathname: url.pathname });
      if (!match) continue;
      const value = (name: string) =>
        decodeURIComponent(match.pathname.groups[name] ?? url.searchParams.get(name) ?? '');
      const own = tags.flatMap((tag) => filled(tag, value));
      return {
        tags: own,
        ofPage: (answer) => pageTags?.flatMap((tag) => filled(tag, value, answer)) ?? own,
      };
    }
    return NONE;
  };
}

/** Replaces `{name}` by a parameter, and `{list.field}` by the field of every entry of the answer's list: a tag for each. */
function filled(tag: string, value: (name: string) => string, answer?: unknown): string[] {
  const entries = /\{(\w+)\.(\w+)\}/.exec(tag);
  if (!entries) return [tag.replaceAll(/\{(\w+)\}/g, (_, name: string) => value(name))];
  const [placeholder, list, field] = entries as unknown as [string, string, string];
  const found = (answer as Record<string, Record<string, unknown>[]> | null)?.[list] ?? [];
  return found.map((entry) => tag.replace(placeholder, String(entry[field])));
}

import type { Change } from '../page-cache.ts';
import type { SourceTags } from '../source-tags.ts';

const CACHE_SIZE = 2000;

interface Entry {
  expiresAt: number;
  tags: SourceTags;
  /** The members of a response that the API client reads. */
  answer: Promise<Response>;
}

interface Settings {
  origin: string;
  serviceToken: string;
  freshMs: number;
  timeoutMs: number;
  tagsOf: (source: string) => SourceTags;
}

/**
 * Short-lived cache of the gateway's public answers, per renderer, so that pages with many calls cause few requests. Failures other
 * than 404 are not cached, nor is a call without a cache policy: no event would tell that an invitation was accepted.
 */
export function createDataCache({ origin, serviceToken, freshMs, timeoutMs, tagsOf }: Settings) {
  const entries = new Map<string, Entry>();

  async function fetchAnswer(href: string, traceparent: string | undefined): Promise<Response> {
    const response = await fetch(origin + href, {
      headers: { accept: 'application/json', 'x-service-token': serviceToken, ...(traceparent && { traceparent }) },
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    const { ok, status, statusText, headers } = response;
    let parsed: unknown;
    const json = () => Promise.resolve((parsed ??= JSON.parse(text)));
    return { ok, status, statusText, headers, json } as Response;
  }

  return {
    /**
     * `onTags` is called with the tags of a page that shows the answer, at once and when the answer is there. A request that
     * is made continues the trace of `traceparent`; an answer that is in the cache belongs to the page that asked first.
     */
    fetch(href: string, onTags: (tags: readonly string[]) => void, traceparent?: string): Promise<Response> {
      const { answer, tags } = entryOf(href, traceparent);
      onTags(tags.ofPage(undefined));
      void answer
        .then((response) => response.json())
        .then((body) => onTags(tags.ofPage(body)))
        .catch(() => {}); // the caller's to handle
      return answer;
    },
    forget(change: Change): void {
      if (change === 'all') return entries.clear();
      for (const [href, { tags }] of entries) if (change.some((tag) => tags.tags.includes(tag))) entries.delete(href);
    },
  };

  function entryOf(href: string, traceparent: string | undefined): Entry {
    const cached = entries.get(href);
    if (cached && cached.expiresAt > Date.now()) return cached;
    const answer = fetchAnswer(href, traceparent);
    const tags = cached?.tags ?? tagsOf(href);
    const entry = { expiresAt: Date.now() + freshMs, tags, answer };
    entries.delete(href);
    entries.set(href, entry);
    if (entries.size > CACHE_SIZE) entries.delete(entries.keys().next().value!);
    const drop = () => {
      if (entries.get(href)?.answer === answer) entries.delete(href);
    };
    const isKept = ({ ok, status }: Response) => tags.tags.length > 0 && (ok || status === 404);
    answer.then((response) => isKept(response) || drop(), drop);
    return entry;
  }
}

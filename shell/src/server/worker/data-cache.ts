const CACHE_SIZE = 2000;
const FETCH_TIMEOUT_MS = 2000;

interface Entry {
  expiresAt: number;
  /** The members of a response that the API client reads. */
  answer: Promise<Response>;
}

interface Settings {
  origin: string;
  serviceToken: string;
  freshMs: number;
}

/**
 * Short-lived cache of the gateway's public answers, per renderer, so that pages with many calls cause few requests. Failures other
 * than 404 are not cached.
 */
export function createDataCache({ origin, serviceToken, freshMs }: Settings) {
  const entries = new Map<string, Entry>();

  async function fetchAnswer(href: string): Promise<Response> {
    const response = await fetch(origin + href, {
      headers: { accept: 'application/json', 'x-service-token': serviceToken },
      signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
    });
    const text = await response.text();
    const { ok, status, statusText, headers } = response;
    let parsed: unknown;
    const json = () => Promise.resolve((parsed ??= JSON.parse(text)));
    return { ok, status, statusText, headers, json } as Response;
  }

  return {
    fetch(href: string): Promise<Response> {
      const cached = entries.get(href);
      if (cached && cached.expiresAt > Date.now()) return cached.answer;
      const answer = fetchAnswer(href);
      entries.delete(href);
      entries.set(href, { expiresAt: Date.now() + freshMs, answer });
      if (entries.size > CACHE_SIZE) entries.delete(entries.keys().next().value!);
      const drop = () => {
        if (entries.get(href)?.answer === answer) entries.delete(href);
      };
      answer.then((response) => !response.ok && response.status !== 404 && drop(), drop);
      return answer;
    },
    forget(): void {
      entries.clear();
    },
  };
}

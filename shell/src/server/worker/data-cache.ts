const MAX_ENTRIES = 2000;
const FETCH_TIMEOUT_MS = 2000;

interface Entry {
  until: number;
  /** Status, headers and parsed body, as far as the API client asks. */
  answer: Promise<Response>;
}

interface Settings {
  origin: string;
  /** For the gateway, as `SERVICE_TOKEN` of the configuration. */
  serviceToken: string;
  freshMs: number;
}

/**
 * Public answers of the gateway, kept for a moment in each renderer, so that a page of many calls costs the gateway few.
 * Failures are not kept.
 */
export function createDataCache({ origin, serviceToken, freshMs }: Settings) {
  const entries = new Map<string, Entry>();

  async function ask(href: string): Promise<Response> {
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
      const known = entries.get(href);
      if (known && known.until > Date.now()) return known.answer;
      const answer = ask(href);
      entries.delete(href);
      entries.set(href, { until: Date.now() + freshMs, answer });
      if (entries.size > MAX_ENTRIES) entries.delete(entries.keys().next().value!);
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

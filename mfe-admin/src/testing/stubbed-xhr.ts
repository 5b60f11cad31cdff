/** As `fetch` is called by the API client, and how far an upload is. */
type Answer = (path: string, init: RequestInit, onSent: (share: number) => void) => Promise<Response>;

/**
 * An XMLHttpRequest whose requests `answer` answers: what it tells as sent are events of progress, and what it throws is a broken line.
 * Only what `fetch-with-progress.ts` uses.
 */
export function stubXhr(answer: Answer): void {
  class StubbedXhr extends EventTarget {
    readonly upload = new EventTarget();
    status = 0;
    statusText = '';
    response = '';
    #method = '';
    #path = '';
    #answered = new Headers();
    #isAborted = false;
    readonly #headers = new Headers();

    open(method: string, path: string): void {
      [this.#method, this.#path] = [method, path];
    }
    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value);
    }
    getAllResponseHeaders(): string {
      return [...this.#answered].map((header) => header.join(': ')).join('\r\n');
    }
    abort(): void {
      this.#isAborted = true;
      this.#end('abort');
    }
    send(body: BodyInit): void {
      const onSent = (share: number) =>
        this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: share * 100, total: 100 }));
      void answer(this.#path, { method: this.#method, headers: this.#headers, body }, onSent).then(
        async (response) => {
          if (this.#isAborted) return;
          ({ status: this.status, statusText: this.statusText } = response);
          this.#answered = response.headers;
          this.response = await response.text();
          this.#end('load');
        },
        () => this.#end('error'),
      );
    }
    #end(how: 'load' | 'error' | 'abort'): void {
      this.dispatchEvent(new Event(how));
      this.dispatchEvent(new Event('loadend'));
    }
  }
  globalThis.XMLHttpRequest = StubbedXhr as never;
}

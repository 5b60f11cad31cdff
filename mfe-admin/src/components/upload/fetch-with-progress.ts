/** Nothing is sent and nothing answered for so long: the line is dead. A whole upload over a slow one may take minutes. */
const STALLED_MS = 60_000;

/**
 * A `fetch` that tells which share of the body is sent, from 0 to 1: `fetch` itself does not know.
 * It rejects with the reason of the signal, or with a TypeError where the line breaks or stalls.
 */
export const fetchWithProgress =
  (onSent: (share: number) => void): typeof fetch =>
  (input, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const request = new XMLHttpRequest();
      let stalled: ReturnType<typeof setTimeout> | undefined;
      const watch = () => {
        clearTimeout(stalled);
        stalled = setTimeout(() => request.abort(), STALLED_MS);
      };
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        watch();
        onSent(total > 0 ? loaded / total : 0);
      });
      request.addEventListener('load', () => {
        const { status, statusText, response } = request;
        resolve(new Response(status === 204 ? null : response, { status, statusText, headers: headersOf(request) }));
      });
      request.addEventListener('error', () => reject(new TypeError('The line broke')));
      request.addEventListener('abort', () =>
        reject(signal?.aborted ? signal.reason : new TypeError('The line stalled')),
      );
      request.addEventListener('loadend', () => {
        clearTimeout(stalled);
        signal?.removeEventListener('abort', cancel);
      });
      const cancel = () => request.abort();
      signal?.addEventListener('abort', cancel);
      request.open(method, String(input));
      new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value));
      watch();
      request.send(body as XMLHttpRequestBodyInit);
    });

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}

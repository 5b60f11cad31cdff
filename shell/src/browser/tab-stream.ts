import { emit } from '@shop/mfe-kit';

/** Back-off in ms after a refusal of the gateway; the last one repeats. */
const RETRY_DELAYS_MS = [1000, 5000, 15_000, 60_000];

interface Callbacks {
  /** Events may have been missed: refetch the user's data. */
  onGap(): void;
  /** Fetches the session and renews it if it has expired. */
  refresh(): Promise<void>;
}

/**
 * Receives events about the user's data from other tabs, other devices and staff, and emits them as browser events. Open only
 * while the page is visible: a browser has six HTTP/1.1 connections per host for all tabs, and an open one keeps a page out of
 * the back/forward cache. Returns a function that stops it.
 */
export function followUser({ onGap, refresh }: Callbacks): () => void {
  let stream: EventSource | undefined;
  let wasOpen = false;
  let refusals = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function open(): void {
    if (stream || document.visibilityState === 'hidden') return;
    clearTimeout(retry);
    const opened = new EventSource('/api/v1/events');
    stream = opened;
    opened.addEventListener('ready', () => {
      refusals = 0;
      if (wasOpen) onGap();
      wasOpen = true;
    });
    opened.addEventListener('refresh', onGap);
    opened.addEventListener('checkout:cart-changed', () => emit('checkout:cart-changed', {}));
    opened.addEventListener('account:order-changed', ({ data }) => {
      emit('account:order-changed', JSON.parse(data as string) as { orderId: string });
    });
    opened.addEventListener('admin:notices-changed', () => emit('admin:notices-changed', {}));
    opened.addEventListener('error', () => {
      // The browser reopens a broken connection, but not after a response that was no stream.
      if (opened.readyState !== EventSource.CLOSED || stream !== opened) return;
      stream = undefined;
      const delayMs = RETRY_DELAYS_MS[Math.min(refusals++, RETRY_DELAYS_MS.length - 1)];
      retry = setTimeout(() => void refresh().then(() => !stopped.aborted && open()), delayMs);
    });
  }
  function close(): void {
    clearTimeout(retry);
    stream?.close();
    stream = undefined;
  }

  const stop = new AbortController();
  const { signal: stopped } = stop;
  window.addEventListener('pagehide', close, { signal: stopped });
  window.addEventListener('pageshow', open, { signal: stopped });
  document.addEventListener('visibilitychange', () => (document.visibilityState === 'hidden' ? close() : open()), {
    signal: stopped,
  });
  open();
  return () => {
    stop.abort();
    close();
  };
}

import { emit } from '@shop/mfe-kit';

/** How long to wait, ms, before the next try when the gateway refused; the last one for ever after. */
const PAUSES = [1000, 5000, 15_000, 60_000];

interface Parts {
  /** Something may have been missed: what is shown of this user is fetched anew. */
  onGap(): void;
  /** Asks who is signed in, and renews the session where it has run out. */
  refresh(): Promise<void>;
}

/**
 * Hears what happens to this user's things elsewhere (another tab, another device, staff) and tells the page by browser
 * events. Open only while the page is looked at: a browser has six connections to a host for all tabs together, and a page
 * that holds one is not kept for Back. Answers how to stop.
 */
export function followUser({ onGap, refresh }: Parts): () => void {
  let stream: EventSource | undefined;
  let wasOpen = false;
  let refusals = 0;
  let again: ReturnType<typeof setTimeout> | undefined;

  function open(): void {
    if (stream || document.visibilityState === 'hidden') return;
    clearTimeout(again);
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
    opened.addEventListener('error', () => {
      // A connection that broke is opened again by the browser; an answer that was no stream is the end of it.
      if (opened.readyState !== EventSource.CLOSED || stream !== opened) return;
      stream = undefined;
      const pause = PAUSES[Math.min(refusals++, PAUSES.length - 1)];
      again = setTimeout(() => void refresh().then(() => !stopped.aborted && open()), pause);
    });
  }
  function close(): void {
    clearTimeout(again);
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

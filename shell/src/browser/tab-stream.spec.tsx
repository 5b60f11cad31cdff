import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { followUser } from './tab-stream.ts';

/** Replaces EventSource, which jsdom lacks; the test sends the gateway's events. */
class Stream extends EventTarget {
  static CLOSED = 2;
  static all: Stream[] = [];
  readyState = 1;
  constructor(readonly url: string) {
    super();
    Stream.all.push(this);
  }
  close() {
    this.readyState = Stream.CLOSED;
  }
  says(name: string, data: object = {}) {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }
  isRefused() {
    this.readyState = Stream.CLOSED;
    this.dispatchEvent(new Event('error'));
  }
}

const openStreams = () => Stream.all.filter(({ readyState }) => readyState !== Stream.CLOSED);
const happened = { gaps: 0, refreshed: 0 };
let stop: () => void;
let visibility: DocumentVisibilityState;

beforeEach(() => {
  jest.useFakeTimers();
  Stream.all = [];
  Object.assign(happened, { gaps: 0, refreshed: 0 });
  Object.assign(globalThis, { EventSource: Stream });
  visibility = 'visible';
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility });
  stop = followUser({
    onGap: () => void happened.gaps++,
    refresh: async () => void happened.refreshed++,
  });
});
afterEach(() => {
  stop();
  jest.useRealTimers();
});

const look = (state: DocumentVisibilityState) => {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
};

describe('the stream of a signed-in tab', () => {
  it.each([
    ['checkout:cart-changed', {}],
    ['admin:notices-changed', {}],
    ['account:order-changed', { orderId: '64b000000000000000000001' }],
  ])('hands %s on to the page', (name, detail) => {
    const heard: unknown[] = [];
    const hear = (event: Event) => heard.push((event as CustomEvent).detail);
    window.addEventListener(name, hear);
    expect(openStreams().map(({ url }) => url)).toEqual(['/api/v1/events']);
    openStreams()[0]!.says(name, detail);
    expect(heard).toEqual([detail]);
    window.removeEventListener(name, hear);
  });

  it('takes a second `ready` for a gap, and what the gateway calls one', () => {
    openStreams()[0]!.says('ready');
    expect(happened.gaps).toBe(0);
    openStreams()[0]!.says('ready');
    openStreams()[0]!.says('refresh');
    expect(happened.gaps).toBe(2);
  });

  it('is closed while nobody looks, and what was missed is made up for', () => {
    openStreams()[0]!.says('ready');
    look('hidden');
    expect(openStreams()).toEqual([]);
    look('visible');
    openStreams()[0]!.says('ready');
    expect(happened.gaps).toBe(1);
  });

  it('is closed on a page that the browser keeps for Back, and there again when it is shown', () => {
    window.dispatchEvent(new Event('pagehide'));
    expect(openStreams()).toEqual([]);
    window.dispatchEvent(new Event('pageshow'));
    window.dispatchEvent(new Event('pageshow'));
    expect(openStreams()).toHaveLength(1);
  });

  it('asks for the session before it comes back from a refusal, the later the more there were', async () => {
    openStreams()[0]!.isRefused();
    await jest.advanceTimersByTimeAsync(999);
    expect(Stream.all).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1);
    expect([happened.refreshed, openStreams().length]).toEqual([1, 1]);
    openStreams()[0]!.isRefused();
    await jest.advanceTimersByTimeAsync(4999);
    expect(openStreams()).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(openStreams()).toHaveLength(1);
  });

  it('leaves a broken connection to the browser, which opens it again by itself', async () => {
    openStreams()[0]!.dispatchEvent(new Event('error'));
    await jest.advanceTimersByTimeAsync(120_000);
    expect(Stream.all).toHaveLength(1);
  });

  it('ends with the session, whatever is under way', async () => {
    openStreams()[0]!.isRefused();
    stop();
    await jest.advanceTimersByTimeAsync(120_000);
    look('hidden');
    look('visible');
    window.dispatchEvent(new Event('pageshow'));
    expect(openStreams()).toEqual([]);
  });
});

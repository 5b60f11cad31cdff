import { afterEach, describe, expect, it } from '@jest/globals';
import { catalog, content, identity } from '@shop/contracts/browser';
import { ApiError, applyProblem, call, hrefOf, messageOf, setApiTransport } from './api.ts';
import { newIdempotencyKey } from './intent.ts';

interface Sent {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: unknown;
}

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const problem = (status: number, code: string, more = {}) =>
  new Response(
    JSON.stringify({ type: 'about:blank', title: '', status, code, message: `Says ${code}`, requestId: 'r', ...more }),
    {
      status,
      headers: { 'content-type': 'application/problem+json; charset=utf-8' },
    },
  );

/** A server that gives these answers in turn; requests are recorded in `sent`. */
function serve(...answers: (Response | Error)[]) {
  const sent: Sent[] = [];
  const renewals: boolean[] = [];
  const state = { sent, renewals, lost: 0, canRenew: true as boolean | Error };
  setApiTransport({
    origin: 'http://shop',
    fetch: async (url, init) => {
      sent.push({
        url: String(url),
        method: init!.method!,
        headers: init!.headers as Record<string, string>,
        body: init!.body,
      });
      const answer = answers.shift();
      if (!(answer instanceof Response)) throw answer ?? new TypeError('nothing more to answer');
      return answer;
    },
    renewSession: async () => {
      if (state.canRenew instanceof Error) throw state.canRenew;
      renewals.push(state.canRenew);
      return state.canRenew;
    },
    sessionLost: () => {
      state.lost++;
    },
  });
  return state;
}

afterEach(() => setApiTransport({ origin: '', fetch }));

describe('a call', () => {
  it('fills parameters and query into its path, escaped, and leaves out what is empty', () => {
    expect(hrefOf('/a/:id/:b', { id: 'x/y', b: 1 }, { q: 'a b', page: 2, none: undefined, blank: '' })).toBe(
      '/a/x%2Fy/1?q=a+b&page=2',
    );
  });

  it('answers a table as its text', async () => {
    serve(new Response('Code,Price\r\n', { headers: { 'content-type': 'text/csv; charset=utf-8' } }));
    expect(await call(catalog.exportProducts)).toBe('Code,Price\r\n');
  });

  it('sends JSON to its path and answers what the service answered', async () => {
    const { sent } = serve(json({ user: { name: 'Asha' } }));
    const answer = await call(identity.verifyCode, { body: { email: 'a@b.example', otp: '123456' } });
    expect(answer.user.name).toBe('Asha');
    expect(sent[0]).toMatchObject({ url: 'http://shop/api/v1/auth/verify-otp', method: 'POST' });
    expect(sent[0]!.headers['content-type']).toBe('application/json');
    expect(JSON.parse(String(sent[0]!.body))).toEqual({ email: 'a@b.example', otp: '123456' });
  });

  it('throws what the service says is wrong', async () => {
    serve(problem(404, 'page.not-found'));
    const failed = call(content.getPage, { params: { slug: 'nowhere' } });
    await expect(failed).rejects.toMatchObject({ status: 404, code: 'page.not-found', message: 'Says page.not-found' });
  });

  it('says that the shop cannot be reached when nothing answers, and keeps an abort an abort', async () => {
    serve(new TypeError('Failed to fetch'));
    await expect(call(content.getBrand)).rejects.toMatchObject({ code: 'network.unreachable', status: 0 });
    const stop = new AbortController();
    stop.abort();
    serve(new DOMException('aborted', 'AbortError'));
    await expect(call(content.getBrand, { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('is given up when it takes too long, by a clock of its own unless the transport has one', async () => {
    const isGivenUp = async (isBounded: boolean) => {
      const answer = new AbortController();
      setApiTransport({
        origin: '',
        isBounded,
        fetch: (_url, init) =>
          new Promise((_resolve, reject) => {
            init!.signal?.addEventListener('abort', () => reject(init!.signal!.reason as Error));
            answer.signal.addEventListener('abort', () => reject(new TypeError('the transport gave up')));
          }),
      });
      const called = call(content.getBrand, { timeoutMs: 1 }).catch((error: ApiError) => error.code);
      if (isBounded) setTimeout(() => answer.abort(), 50);
      return called;
    };
    expect(await isGivenUp(false)).toBe('network.timeout');
    expect(await isGivenUp(true)).toBe('network.unreachable');
  });

  it('does not take an error page for an answer', async () => {
    serve(new Response('<h1>Bad Gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } }));
    await expect(call(content.getBrand)).rejects.toMatchObject({ code: 'service.unavailable', status: 502 });
  });

  it('says that the shop cannot be reached when an answer breaks off, and keeps an abort an abort', async () => {
    const cutOff = () => new Response('{ "brand": {', { headers: { 'content-type': 'application/json' } });
    serve(cutOff());
    await expect(call(content.getBrand)).rejects.toMatchObject({ name: 'ApiError', code: 'network.unreachable' });
    const stop = new AbortController();
    stop.abort();
    serve(cutOff());
    await expect(call(content.getBrand, { signal: stop.signal })).rejects.not.toMatchObject({ name: 'ApiError' });
  });
});

describe('a session that ran out', () => {
  it('is renewed once, and the call made again', async () => {
    const server = serve(problem(401, 'session.required'), json({ user: null }));
    expect(await call(identity.me)).toEqual({ user: null });
    expect(server.renewals).toEqual([true]);
    expect(server.sent).toHaveLength(2);
  });

  it('is renewed once for calls that found out at the same time', async () => {
    const server = serve(
      problem(401, 'session.required'),
      problem(401, 'session.required'),
      json({ user: null }),
      json({ user: null }),
    );
    await Promise.all([call(identity.me), call(identity.me)]);
    expect(server.renewals).toEqual([true]);
  });

  it('is lost when it cannot be renewed', async () => {
    const server = serve(problem(401, 'session.required'));
    server.canRenew = false;
    await expect(call(identity.me)).rejects.toMatchObject({ code: 'session.required' });
    expect(server.lost).toBe(1);
    expect(server.sent).toHaveLength(1);
  });

  it('is neither renewed nor lost while the shop cannot be reached', async () => {
    const server = serve(problem(401, 'session.required'));
    server.canRenew = new TypeError('Failed to fetch');
    await expect(call(identity.me)).rejects.toMatchObject({ name: 'ApiError', code: 'network.unreachable' });
    expect(server.lost).toBe(0);
  });

  it('is not what a wrong password means', async () => {
    const server = serve(problem(401, 'auth.wrong-credentials'));
    await expect(call(identity.sendCode, { body: { email: 'a', password: 'b' } })).rejects.toMatchObject({
      code: 'auth.wrong-credentials',
    });
    expect(server.renewals).toEqual([]);
  });
});

describe('an idempotency key', () => {
  const create = { ...identity.register, idempotencyKey: true as const };
  const body = { name: 'A', email: 'a@b.example', password: 'long enough' };

  it('goes along with what creates, and stays the same when the call is made again', async () => {
    const { sent } = serve(problem(401, 'session.required'), json({}));
    await call(create, { body });
    expect(sent[0]!.headers['idempotency-key']).toMatch(/^[\da-f-]{32,36}$/);
    expect(sent[1]!.headers['idempotency-key']).toBe(sent[0]!.headers['idempotency-key']);
  });

  it('is the given one where a person tries the same thing again', async () => {
    const { sent } = serve(json({}));
    const key = newIdempotencyKey();
    await call(create, { body, idempotencyKey: key });
    expect(sent[0]!.headers['idempotency-key']).toBe(key);
  });
});

describe('an error in front of people', () => {
  const error = new ApiError({
    type: '',
    title: '',
    status: 400,
    code: 'request.invalid',
    message: 'Please check the marked fields',
    requestId: '',
    errors: {
      'address.pincode': 'A pincode has six digits',
      other: 'No such field here',
      name: 'Name is required',
    },
  });

  it('goes to the fields of the form that it is about, and the focus to the first of them', () => {
    const marked: unknown[] = [];
    const setError = (field: string, { message }: { message: string }, { shouldFocus }: { shouldFocus: boolean }) => {
      marked.push([field, message, shouldFocus]);
    };
    expect(applyProblem(error, setError, ['name', 'address.city', 'address.pincode'])).toBe(true);
    expect(marked).toEqual([
      ['name', 'Name is required', true],
      ['address.pincode', 'A pincode has six digits', false],
    ]);
    expect(applyProblem(error, setError, ['address.city'])).toBe(false);
    expect(applyProblem(new Error('x'), setError, ['name'])).toBe(false);
  });

  it('is what the service says, and a general sentence for anything unexpected', () => {
    expect(messageOf(error)).toBe('Please check the marked fields');
    expect(messageOf(new TypeError('x is undefined'), 'Failed to add item')).toBe('Failed to add item');
  });
});

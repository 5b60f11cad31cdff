import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { demoData } from '../../infra/run/programs.ts';
import { type LoneService, runToEnd, withLoneService } from './lone-service.ts';

export const description =
  'An edit of many products by staff, by HTTP: preview, apply and undo, and what a listing takes beside it ([--products 10000])';

/** Of 10,000 products, in seconds. */
const MAX_PREVIEW_S = 10;
const MAX_APPLY_S = 120;
const POLL_MS = 50;

const CHANGES = {
  price: { by: 'percent', value: 5, step: '10' },
  stock: { kind: 'received', pieces: 2, reason: 'Benchmark' },
  occasions: { add: ['Benchmark'] },
};

interface Edit {
  _id: string;
  state: string;
  preview: number;
  totalCount: number;
  counts: Record<'planned' | 'changed' | 'skipped' | 'restored' | 'kept', number>;
}

/** @returns whether the targets were met. */
export async function run(args: readonly string[] = []): Promise<boolean> {
  const { values } = parseArgs({ args: [...args], options: { products: { type: 'string', default: '10000' } } });
  const fill = (setting: Parameters<typeof demoData>[0]) =>
    runToEnd(demoData(setting, 'catalog', ['--products', values.products]));
  return withLoneService({ service: 'catalog', name: 'bench-bulk', fill }, measure);
}

async function measure({ url, cookie }: LoneService): Promise<boolean> {
  const send = async (method: string, at: string, body?: object): Promise<Edit> => {
    const answer = await fetch(`${url}/api/v1/admin/product-edits${at}`, {
      method,
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${at} answered ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { edit: Edit }).edit;
  };
  const reaches = async (id: string, state: string): Promise<Edit> => {
    for (;;) {
      const edit = await send('GET', `/${id}`);
      if (edit.state === state) return edit;
      await wait(POLL_MS);
    }
  };
  /** Seconds until it is in a state, and the times of a listing beside it, in ms. */
  const timed = async (begin: () => Promise<Edit>, state: string) => {
    const began = performance.now();
    const { _id } = await begin();
    const stop = new AbortController();
    const listing = timesOf(url, stop.signal);
    const edit = await reaches(_id, state);
    const seconds = (performance.now() - began) / 1000;
    stop.abort();
    return { edit, seconds, beside: await listing };
  };

  const stopIdle = new AbortController();
  const idle = timesOf(url, stopIdle.signal);
  await wait(2_000);
  stopIdle.abort();
  const alone = await idle;

  const chosenAt = performance.now();
  const { _id, totalCount } = await send('POST', '', { filter: { status: 'published' } });
  const chooseSeconds = (performance.now() - chosenAt) / 1000;
  const previewed = await timed(() => send('PUT', `/${_id}`, CHANGES), 'previewed');
  const { preview, counts } = previewed.edit;
  const applied = await timed(() => send('POST', `/${_id}/apply`, { preview }), 'applied');
  const undone = await timed(() => send('POST', `/${_id}/undo`), 'undone');
  const share = totalCount / 10_000;
  const line = (what: string, { seconds, beside }: { seconds: number; beside: number[] }, most?: number) =>
    `${what}: ${seconds.toFixed(1)} s${most === undefined ? '' : ` (at most ${(most * share).toFixed(0)})`}, ` +
    `${(totalCount / seconds).toFixed(0)} products a second; a listing beside it: median ${at(beside, 0.5)}, p95 ${at(beside, 0.95)}`;
  console.log(
    [
      `${totalCount} products, of price, stock and occasions; chosen in ${chooseSeconds.toFixed(2)} s`,
      `a listing alone: median ${at(alone, 0.5)}, p95 ${at(alone, 0.95)}`,
      line(`preview, ${counts.planned} to change`, previewed, MAX_PREVIEW_S),
      line(
        `apply, ${applied.edit.counts.changed} changed, ${applied.edit.counts.skipped} skipped`,
        applied,
        MAX_APPLY_S,
      ),
      line(
        `undo, ${undone.edit.counts.restored} restored, ${undone.edit.counts.kept} changed since`,
        undone,
        MAX_APPLY_S,
      ),
    ].join('\n'),
  );
  return (
    applied.edit.counts.changed === counts.planned &&
    undone.edit.counts.restored === counts.planned &&
    previewed.seconds <= MAX_PREVIEW_S * share &&
    applied.seconds <= MAX_APPLY_S * share &&
    undone.seconds <= MAX_APPLY_S * share
  );
}

const at = (times: readonly number[], share: number): string =>
  `${(times.toSorted((one, other) => one - other)[Math.floor(share * (times.length - 1))] ?? 0).toFixed(0)} ms`;

/** Of one listing after the other, past every cache of the gateway, until the signal. */
async function timesOf(url: string, signal: AbortSignal): Promise<number[]> {
  const times: number[] = [];
  while (!signal.aborted) {
    const began = performance.now();
    await (await fetch(`${url}/api/v1/products?page=1`)).arrayBuffer();
    times.push(performance.now() - began);
    await wait(POLL_MS);
  }
  return times;
}

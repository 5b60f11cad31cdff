// `npm run status`: the shop's programs and their readiness; `-- --json` for scripts. Exits with 1 when the shop is not ready.
import { readConfig } from '../config.ts';
import { portsFrom, type Ports } from '../ports.ts';
import { mongodbAnswers } from '../provision/mongodb.ts';
import { rabbitmqAnswers } from '../provision/rabbitmq.ts';
import { redisAnswers } from '../provision/redis.ts';
import { withoutUser } from '../provision/users.ts';
import { healthOf, readinessOf, REMOTES, remoteOrigins } from './programs.ts';
import { isAlive } from './process.ts';
import { runningShop, type PartState, type ShopState } from './state.ts';

export interface ShopStatus {
  ready: boolean;
  url: string | null;
  mailbox: string | null;
  admin: { email: string; password: string } | null;
  parts: { name: string; url: string | null; pid: number | null; ready: boolean; why: string | null }[];
}

/** Queries every program of the running shop. */
export async function shopStatus(): Promise<ShopStatus> {
  const shop = runningShop();
  if (!shop) return { ready: false, url: null, mailbox: null, admin: null, parts: [] };
  const [parts, remotes] = await Promise.all([Promise.all(shop.parts.map(statusOf)), remotesOf(shop)]);
  parts.push(...remotes);
  return {
    ready: shop.phase === 'ready' && parts.every((part) => part.ready),
    url: shop.url,
    mailbox: shop.mailbox,
    admin: shop.admin,
    parts,
  };
}

async function statusOf(part: PartState): Promise<ShopStatus['parts'][number]> {
  const alive = part.process !== undefined && isAlive(part.process);
  const { ready, why } = alive ? await readiness(part) : { ready: false, why: part.lastExit ?? 'is not started yet' };
  const restarted = part.restarts > 0 ? `restarted ${part.restarts} times, last: ${part.lastExit}` : undefined;
  return {
    name: part.name,
    url: part.url === undefined ? null : withoutUser(part.url),
    pid: alive ? part.process!.pid : null,
    ready,
    why: why ?? restarted ?? null,
  };
}

async function readiness(part: PartState): Promise<{ ready: boolean; why?: string }> {
  if (!part.url) return { ready: true };
  const server = { mongodb: mongodbAnswers, rabbitmq: rabbitmqAnswers, redis: redisAnswers }[part.name];
  if (server) {
    const why = await server(part.url);
    return { ready: why === undefined, ...(why && { why }) };
  }
  return readinessOf(`${part.url}${part.name === 'edge' ? '/edge/health' : '/health/ready'}`);
}

/** What the running shell says is live. */
interface LiveRemotes {
  remotes: { name: string; entry: string }[];
}

/** Remotes are files behind the edge: ready when the shell has them and their entry is served. */
async function remotesOf(shop: ShopState): Promise<ShopStatus['parts']> {
  const edge = shop.parts.find((part) => part.name === 'edge');
  if (!edge) return [];
  const ports: Ports = portsFrom(shop.portBase);
  const live = await liveRemotes(ports);
  return Promise.all(
    REMOTES.map(async ({ name, folder }) => {
      const url = remoteOrigins(ports, { SHOP_URL: shop.url })[folder]!;
      const remote = live?.remotes.find((one) => one.name === name);
      const why = remote
        ? await healthOf(remote.entry)
        : live
          ? 'is not deployed'
          : 'the shell does not say what is live';
      return { name: folder, url, pid: edge.process?.pid ?? null, ready: why === undefined, why: why ?? null };
    }),
  );
}

async function liveRemotes(ports: Ports): Promise<LiveRemotes | undefined> {
  try {
    const answer = await fetch(`http://127.0.0.1:${ports.shell}/remotes.json`, { signal: AbortSignal.timeout(3_000) });
    return answer.ok ? ((await answer.json()) as LiveRemotes) : undefined;
  } catch {
    return undefined;
  }
}

if (import.meta.main) {
  readConfig();
  const status = await shopStatus();
  if (process.argv.includes('--json')) {
    console.log(JSON.stringify(status, null, 2));
  } else if (!status.url) {
    console.log('No shop runs here: npm start');
  } else {
    console.log(`${status.ready ? 'The shop is open' : 'The shop is not ready'}: ${status.url}`);
    console.log(`Admin ${status.admin?.email}, password ${status.admin?.password}; mailbox ${status.mailbox}\n`);
    for (const { name, url, pid, ready, why } of status.parts) {
      const line = [
        ready ? '✔' : '✖',
        name.padEnd(16),
        String(pid ?? '–').padEnd(8),
        (url ?? '').padEnd(26),
        why ?? '',
      ];
      console.log(line.join(' ').trimEnd());
    }
  }
  process.exitCode = status.ready ? 0 : 1;
}

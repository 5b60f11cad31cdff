import dns from 'node:dns';
import type { LookupFunction } from 'node:net';
import { createClient } from 'redis';
import { z } from 'zod';

const ANSWER_WITHIN_MS = 1_000;

/** Addresses of sentinels with commas between them: `redis://a.example:26379,redis://b.example:26379`. */
export const sentinelAddresses = z
  .string()
  .transform((list) => list.split(',').map((url) => url.trim()))
  .pipe(
    z.array(z.url({ protocol: /^rediss?$/, error: 'Write addresses as redis://host:port, with commas between them' })),
  );

/**
 * Looks up a name as sentinels know it: the server that is primary at this moment. For a client's socket, so that each new
 * connection goes to the primary of then; a server that is made a replica closes its connections. All servers listen on `port`.
 */
export function lookUpPrimary(sentinels: readonly string[], port: number): LookupFunction {
  return (name, options, callback) => {
    primaryOf(name, sentinels, port).then(
      (host) => dns.lookup(host, options, callback),
      (error: Error) => callback(error, ''),
    );
  };
}

/** The answer of the first sentinel that knows. @throws Error that says what each said */
async function primaryOf(name: string, sentinels: readonly string[], port: number): Promise<string> {
  const said: string[] = [];
  for (const url of sentinels) {
    try {
      const [host, itsPort] = await askSentinel(url, name);
      if (Number(itsPort) === port) return host;
      said.push(`${new URL(url).host} names port ${itsPort} instead of ${port}`);
    } catch (error) {
      said.push(`${new URL(url).host}: ${(error as Error).message}`);
    }
  }
  throw new Error(`No sentinel names the primary of ${name}: ${said.join('; ')}`);
}

async function askSentinel(url: string, name: string): Promise<[host: string, port: string]> {
  const client = createClient({
    url,
    commandOptions: { timeout: ANSWER_WITHIN_MS },
    socket: { connectTimeout: ANSWER_WITHIN_MS, socketTimeout: ANSWER_WITHIN_MS, reconnectStrategy: false },
  });
  // Without a listener the client's error event would end the process; connect() rejects with the same error.
  client.on('error', () => {});
  try {
    await client.connect();
    const answer = await client.sendCommand<string[] | null>(['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name]);
    if (!answer) throw new Error('knows no such name');
    return answer as [string, string];
  } finally {
    client.destroy();
  }
}

import { type AnyCall, needsRedis, SERVICES, wirePath } from '../src/core/call.ts';

const INTRODUCTION = `# What works while Redis or RabbitMQ is away

Written by \`npm run contracts -- generate\` from the calls (\`needsRedis\` in \`src/core/call.ts\`). Each service's \`outages.spec.ts\`, and the gateway's,
cuts both and asks every call once.

- **RabbitMQ**: every call works, but the replay of an event that was given up (503 \`operation.queues-away\`). Events wait in the outboxes of
  their services; their effects (an order from a captured payment, a mail, dropped pages in caches) come when it is back.
- **Redis**: the calls below answer 503 \`session.unavailable\` with \`Retry-After\`. All others work: an access token is trusted until it
  expires (five minutes), and the gateway counts its limits in memory.
- **MongoDB**: a service without its database is not ready, and answers 503 \`service.unavailable\` with \`Retry-After\`.
`;

/** The calls that cannot do without Redis, by reason, as a document. */
export function outagesDocument(calls: readonly AnyCall[]): string {
  const reasons = new Map<string, AnyCall[]>();
  for (const call of calls) {
    const reason = needsRedis(call);
    if (reason !== undefined) reasons.set(reason, [...(reasons.get(reason) ?? []), call]);
  }
  const sections = [...reasons].map(([reason, found]) => {
    const rows = SERVICES.flatMap((service) => {
      const own = found.filter((call) => call.service === service);
      const list = own.map((call) => `\`${call.method} ${wirePath(call)}\``).toSorted();
      return list.length === 0 ? [] : [`- ${service}: ${list.join(', ')}`];
    });
    return `## Because ${reason}\n\n${rows.join('\n')}\n`;
  });
  return [INTRODUCTION, ...sections].join('\n');
}

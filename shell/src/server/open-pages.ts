import type { FastifyInstance, FastifyReply } from 'fastify';

/** Pages that are open while somebody develops (`DEV`), so that they can be told to load themselves again. */
export class OpenPages {
  private readonly streams = new Set<FastifyReply>();

  addTo(app: FastifyInstance): void {
    app.get('/dev/reload', (_request, reply) => {
      reply.hijack();
      reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      reply.raw.write(': open\n\n');
      this.streams.add(reply);
      reply.raw.on('close', () => this.streams.delete(reply));
    });
  }

  reload(): void {
    for (const { raw } of this.streams) raw.write('event: reload\ndata:\n\n');
  }

  close(): void {
    for (const { raw } of this.streams) raw.end();
  }
}

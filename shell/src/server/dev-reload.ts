import type { FastifyInstance, FastifyReply } from 'fastify';

/** Reloads open pages during development (`DEV`), by server-sent events. */
export class DevReload {
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

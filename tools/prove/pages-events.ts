import crypto from 'node:crypto';
import { connect } from 'amqplib';
import { catalog, content } from '@shop/contracts';

const NOBODYS = { productId: 'f'.repeat(24), productGroup: 'AR-9999' };
/** Of a product that no page shows, of every kind that happens often, and of a text that no page of a product shows. */
const UNRELATED = [
  { name: catalog.stockChanged.name, data: { ...NOBODYS, stock: 3, availabilityChanged: false } },
  { name: catalog.stockChanged.name, data: { ...NOBODYS, stock: 0, availabilityChanged: true } },
  { name: catalog.productRemoved.name, data: NOBODYS },
  { name: catalog.reviewPosted.name, data: { ...NOBODYS, rating: 5, ratingCount: 1 } },
  { name: content.contentChanged.name, data: { tag: 'posts' } },
];

/** Publishes one of them every `intervalMs`, until the returned function is called. */
export async function publishUnrelated(rabbitmqUrl: string, intervalMs: number): Promise<() => Promise<void>> {
  const connection = await connect(rabbitmqUrl);
  const channel = await connection.createChannel();
  let count = 0;
  const timer = setInterval(() => {
    const { name, data } = UNRELATED[count++ % UNRELATED.length]!;
    const event = {
      id: crypto.randomUUID(),
      name,
      key: NOBODYS.productId,
      version: count,
      occurredAt: new Date().toISOString(),
      correlationId: crypto.randomUUID(),
      data,
    };
    channel.publish('events', name, Buffer.from(JSON.stringify(event)), { messageId: event.id });
  }, intervalMs);
  return async () => {
    clearInterval(timer);
    await connection.close();
  };
}

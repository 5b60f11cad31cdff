import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BodyOf, cartOrder, catalog, type EventOf, paiseFrom, rupeesFrom, wirePath } from '@shop/contracts';
import { TEST_SERVICE_TOKEN } from '@shop/service-kit/testing';
import { fixtureOf } from '@shop/test-kit/fixtures';
import amqp from 'amqplib';
import { Types } from 'mongoose';

interface Product {
  shown: catalog.QuotedProduct;
  /** Rupees. */
  price: number;
  stock: number;
  sizes?: string[];
  particulars?: catalog.PieceParticulars;
}

/**
 * A minimal catalog according to its contract: quotes, holds the stock of all lines or of none, and consumes the events about
 * holds from the real broker.
 */
export interface TestCatalog {
  url: string;
  add(fields?: Partial<Omit<Product, 'shown'>> & { name?: string; group?: string }): string;
  product(id: string): Product;
  remove(id: string): void;
  holds: Map<string, { state: string; lines: { productId: string; quantity: number }[] }>;
  /** Paths of the requests received. */
  requests: string[];
  /** Holds the stock, then cuts the connection instead of answering; also when the request is repeated at once. */
  loseAnswerOfNextHold: boolean;
  /** Cuts every connection. */
  away: boolean;
  /** Cuts the connections of requests to hold. */
  refuseHolds: boolean;
  /** Delays the answers to quotes, which stay as of the request. */
  busy: Promise<void>;
  /** Consumes the events of the service with this prefix. */
  hear(rabbitmqUrl: string, prefix: string): Promise<void>;
  close(): Promise<void>;
}

const CONSUMED = [cartOrder.holdReleased, cartOrder.orderCreated, cartOrder.orderCancelled];

export async function startCatalog(): Promise<TestCatalog> {
  const products = new Map<string, Product>();
  const holds: TestCatalog['holds'] = new Map();
  let groups = 1000;
  let rabbitmq: amqp.ChannelModel | undefined;
  let lostHoldId: string | undefined;

  const endHold = (holdId: string, state: string, from: readonly string[]) => {
    const hold = holds.get(holdId);
    if (!hold) return void holds.set(holdId, { state, lines: [] });
    if (!from.includes(hold.state)) return undefined;
    if (state !== 'sold') for (const line of hold.lines) products.get(line.productId)!.stock += line.quantity;
    hold.state = state;
  };

  const quote = ({ lines }: BodyOf<typeof catalog.quoteLines>): catalog.QuotedLine[] =>
    lines.map(({ productId, customizations }) => {
      const product = products.get(productId);
      if (!product) return { state: 'gone' };
      const size =
        typeof customizations.sizeOptions === 'object' ? customizations.sizeOptions.value : customizations.sizeOptions;
      if (product.sizes && !product.sizes.includes(size ?? '')) {
        const errors = { sizeOptions: 'Please select ring size' };
        return { state: 'not-offered', product: product.shown, errors, stock: product.stock };
      }
      const { costomization, engraving } = customizations;
      const text = typeof engraving === 'object' ? engraving.value : engraving;
      const customizationPaise = costomization === 'yes' ? 100_50 : 0;
      return {
        state: 'priced',
        product: product.shown,
        basePaise: paiseFrom(product.price),
        customizationPaise,
        unitPaise: paiseFrom(product.price) + customizationPaise,
        customizations: {
          costomization,
          ...(size && { sizeOptions: { value: size, price: rupeesFrom(customizationPaise) } }),
          ...(text && { engraving: text }),
        },
        customized: costomization === 'yes',
        ...(product.particulars && { particulars: product.particulars }),
        stock: product.stock,
      };
    });

  const hold = ({
    holdId,
    lines,
    takeOver = [],
  }: BodyOf<typeof catalog.holdStock>): { status: number; body: unknown } => {
    const known = holds.get(holdId);
    if (known?.state === 'released') return problem(409, 'hold.released');
    if (known) return { status: 200, body: { holdId, state: known.state } };
    const wanted = new Map<string, number>();
    for (const { productId, quantity } of lines) wanted.set(productId, (wanted.get(productId) ?? 0) + quantity);
    const taken = takeOver.flatMap((id) => (holds.get(id)?.state === 'held' ? holds.get(id)!.lines : []));
    const short = [...wanted].flatMap(([productId, quantity]) => {
      const own = taken.reduce((sum, line) => sum + (line.productId === productId ? line.quantity : 0), 0);
      const stock = (products.get(productId)?.stock ?? 0) + own;
      return stock < quantity ? [{ productId, stock }] : [];
    });
    if (short.length > 0) return problem(409, 'stock.insufficient', { lines: short });
    for (const id of takeOver) endHold(id, 'released', ['held']);
    for (const [productId, quantity] of wanted) products.get(productId)!.stock -= quantity;
    holds.set(holdId, { state: 'held', lines });
    return { status: 200, body: { holdId, state: 'held' } };
  };

  const server = http.createServer((request, response) => {
    void (async () => {
      if (test.away || (test.refuseHolds && request.url === catalog.holdStock.path)) return request.socket.destroy();
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString() || 'null');
      test.requests.push(request.url!);
      let answer = problem(404, 'route.not-found');
      const url = new URL(request.url!, 'http://catalog');
      if (url.pathname === wirePath(catalog.listCards)) {
        const { ids } = catalog.listCards.query!.parse(Object.fromEntries(url.searchParams));
        const found = ids.split(',').flatMap((_id) => products.get(_id) ?? []);
        const cards = found.map(({ shown, price, stock }) =>
          fixtureOf(catalog.productCard, {
            ...{ _id: shown._id, name: shown.name, productGroup: shown.productGroup, images: shown.images },
            ...{ category: shown.category, price, mrp: price, stock },
          }),
        );
        answer = { status: 200, body: catalog.listCards.answer.parse({ products: cards, needSize: [] }) };
      }
      if (request.headers['x-service-token'] === TEST_SERVICE_TOKEN) {
        if (request.url === catalog.quoteLines.path) {
          const lines = quote(catalog.quoteLines.body!.parse(body));
          answer = { status: 200, body: catalog.quoteLines.answer.parse({ lines }) };
          await test.busy;
        } else if (request.url === catalog.holdStock.path) {
          answer = hold(catalog.holdStock.body!.parse(body));
          const { holdId } = body as { holdId: string };
          const isRepeated = holdId === lostHoldId;
          if (test.loseAnswerOfNextHold || isRepeated) {
            lostHoldId = isRepeated ? undefined : holdId;
            test.loseAnswerOfNextHold = false;
            return request.socket.destroy();
          }
        }
      }
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer.body));
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });

  const test: TestCatalog = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    holds,
    requests: [],
    loseAnswerOfNextHold: false,
    away: false,
    refuseHolds: false,
    busy: Promise.resolve(),
    add: ({ name = 'Meera Ring', price = 1_000, stock = 5, group = `AR-${(groups += 1)}`, ...more } = {}) => {
      const _id = new Types.ObjectId().toHexString();
      const shown = fixtureOf(catalog.quotedProduct, {
        _id,
        name,
        category: { main: 'ring' },
        productGroup: group,
        images: ['/ring.svg'],
      });
      products.set(_id, { shown, price, stock, ...more });
      return _id;
    },
    product: (id) => products.get(id)!,
    remove: (id) => void products.delete(id),
    hear: async (url, prefix) => {
      rabbitmq = await amqp.connect(url);
      const channel = await rabbitmq.createChannel();
      const exchange = `${prefix}events`;
      await channel.assertExchange(exchange, 'topic', { durable: true });
      const { queue } = await channel.assertQueue('', { exclusive: true });
      for (const { name } of CONSUMED) await channel.bindQueue(queue, exchange, name);
      await channel.consume(
        queue,
        (message) => {
          const { name, data } = JSON.parse(message!.content.toString()) as EventOf<typeof cartOrder.holdReleased>;
          if (name === cartOrder.holdReleased.name) endHold(data.holdId, 'released', ['held']);
          if (name === cartOrder.orderCreated.name) endHold(data.holdId, 'sold', ['held']);
          if (name === cartOrder.orderCancelled.name) endHold(data.holdId, 'returned', ['held', 'sold']);
        },
        { noAck: true },
      );
    },
    close: async () => {
      await rabbitmq?.close();
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  return test;
}

const problem = (status: number, code: string, details?: unknown): { status: number; body: unknown } => ({
  status,
  body: {
    type: 'about:blank',
    title: code,
    status,
    code,
    message: code,
    requestId: 'test',
    ...(details ? { details } : {}),
  },
});

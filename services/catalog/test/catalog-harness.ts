import type { catalog } from '@shop/contracts';
import { TEST_SERVICE_TOKEN, startTestService, type TestService } from '@shop/service-kit/testing';
import { AppModule } from '../src/app.module.ts';
import { variables } from '../src/variables.ts';
import { unkept } from './edits-are-kept.ts';
import { unaccounted } from './movements-add-up.ts';

export interface Answer<T> {
  status: number;
  body: T;
}

/** A running catalog on real MongoDB, RabbitMQ and Redis, with helpers for its tests. */
export interface CatalogHarness {
  service: TestService;
  staff: { cookie: string };
  get<T = never>(path: string, headers?: Record<string, string>): Promise<Answer<T>>;
  send<T = never>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
  /** Adds a published product as staff, by default in a group of its own. */
  add(fields?: Partial<ProductInput>): Promise<catalog.ProductForStaff>;
  deliverEvent: TestService['deliverEvent'];
  /** Also checks that all stock is accounted for, and who changed what: no change went past the ledger or the kept edits. */
  close(): Promise<void>;
}

export type ProductInput = Omit<catalog.ProductToSave, 'detailsRef'> & { detailsRef: Partial<catalog.DetailsFields> };

export const internal = { 'x-service-token': TEST_SERVICE_TOKEN };

/** A gold ring in a new group. */
export function aRing(fields: Partial<ProductInput> = {}): ProductInput {
  const { detailsRef, ...rest } = fields;
  return {
    name: 'Meera Solitaire Ring',
    productGroup: nextGroup(),
    price: 42_500,
    stock: 5,
    images: ['/api/v1/images/demo/ring.svg'],
    shortDescription: 'A single stone on a slim band.',
    category: { main: 'ring', sub: 'solitaire' },
    material: { tag: 'gold', sub: '18k' },
    position: 0,
    featured: 0,
    status: 'published',
    detailsModel: 'RingDetails',
    ...rest,
    detailsRef: {
      metalTone: ['Yellow Gold'],
      metalPurity: ['18K'],
      stoneType: ['Natural Diamond'],
      weight: 3.2,
      careInstructions: 'Wipe with a soft cloth.',
      packaging: 'A box.',
      hypoallergenic: true,
      certification: { isHallmarked: true, isCertified: true, certType: 'IGI' },
      sizeOptions: ['10', '12', '14'],
      engravingAvailable: true,
      ...detailsRef,
    },
  };
}

/** The same with every field that a product can have beside its details. */
export const aWholeRing = (fields: Partial<ProductInput> = {}): Required<ProductInput> => ({
  ...aRing({ images: ['/api/v1/images/a.webp', '/api/v1/images/b.webp'], position: 3, featured: 2 }),
  pictureNotes: [{ image: '/api/v1/images/b.webp', alt: 'From behind', focus: { x: 40, y: 20 } }],
  video: '/api/v1/videos/ring.mp4',
  lowStockAt: 4,
  ...fields,
});

let groups = 1000;
export const nextGroup = (): string => `AR-${(groups += 1)}`;

/** There is no cart-order: its settings are the defaults until a test delivers its event. */
const WITHOUT_CART_ORDER = {
  CART_ORDER_URL: 'http://127.0.0.1:1',
  CONTENT_URL: 'http://127.0.0.1:1',
  SHOP_URL: 'https://shop.example',
};

/** A catalog alone, on the real MongoDB, RabbitMQ and Redis. */
export const startCatalogService = (
  environment: Record<string, string> = {},
  { ready = true } = {},
): Promise<TestService> =>
  startTestService({
    name: 'catalog',
    module: AppModule,
    variables,
    environment: { ...WITHOUT_CART_ORDER, ...environment },
    ready,
  });

export async function startCatalog(environment?: Record<string, string>): Promise<CatalogHarness> {
  const service = await startCatalogService(environment);
  const staff = await service.signIn({ role: 'admin' });
  const send: CatalogHarness['send'] = async (method, path, body, headers = {}) => {
    const url = path.startsWith('/internal') ? path : `/api/v1${path}`;
    const answer = await fetch(`${service.url}${url}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, body: text ? JSON.parse(text) : undefined };
  };
  const shop: CatalogHarness = {
    service,
    staff,
    get: (path, headers) => send('GET', path, undefined, headers),
    send,
    add: async (fields) => {
      const answer = await send<{ product: catalog.ProductForStaff }>(
        'POST',
        '/admin/product/new',
        aRing(fields),
        staff,
      );
      if (answer.status !== 201) throw new Error(`No product: ${JSON.stringify(answer)}`);
      return answer.body.product;
    },
    deliverEvent: service.deliverEvent,
    close: async () => {
      const [wrong, lost] = await Promise.all([unaccounted(service.connection), unkept(service.connection)]).finally(
        service.close,
      );
      if (wrong.length > 0) throw new Error(`Stock changed without a movement:\n${wrong.slice(0, 9).join('\n')}`);
      if (lost.length > 0) throw new Error(`Documents changed without their edits:\n${lost.slice(0, 9).join('\n')}`);
    },
  };
  await send('POST', '/admin/category', { main: 'ring', sub: ['solitaire', 'halo', 'band'] }, staff);
  await send('POST', '/admin/category', { main: 'necklace', sub: ['chain'] }, staff);
  for (const tag of ['gold', 'rose-gold', 'silver', 'platinum']) {
    await send('POST', '/admin/material', { tag, sub: ['all', '18k', '22k'], madeToOrder: tag === 'gold' }, staff);
  }
  return shop;
}

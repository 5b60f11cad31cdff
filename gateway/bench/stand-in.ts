// A stand-in for the services in `npm run bench -- gateway`: Fastify routes that send a constant string.
import { fastify } from 'fastify';

const [port = '0'] = process.argv.slice(2);
const server = fastify();

/** Twelve product cards, as large as the shop's. */
const listing = JSON.stringify({
  products: Array.from({ length: 12 }, (_, index) => ({
    _id: `64b0000000000000000000${10 + index}`,
    name: 'Solitaire ring with a halo of small diamonds',
    productGroup: `AR-${1040 + index}`,
    price: 48_500,
    images: [1, 2, 3].map((picture) => `/api/v1/images/demo/ring-${index}-${picture}.avif`),
    metalTone: 'rose gold',
    category: { main: 'ring', sub: 'solitaire' },
    material: { tag: 'gold', sub: '18k' },
    rating: 4.5,
    ratingCount: 12,
    stock: 7,
    swatches: ['yellow gold', 'white gold'].map((metalTone) => ({
      metalTone,
      image: `/api/v1/images/demo/${index}.avif`,
    })),
  })),
  totalCount: 96,
});
const guest = JSON.stringify({ user: null });

server.get('/api/v1/products', (_request, reply) => reply.type('application/json').send(listing));
server.get('/api/v1/me', (_request, reply) => reply.type('application/json').send(guest));
server.get('/.well-known/jwks.json', () => ({ keys: [] }));

await server.listen({ port: Number(port), host: '127.0.0.1' });

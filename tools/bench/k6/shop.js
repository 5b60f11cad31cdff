// The flows of `npm run bench -- shop`, one at a time, selected by FLOW. Run by tools/bench/shop.ts, which sets SHOP
// (the edge, before /api/v1), ORIGIN, SANDBOX, USERS, SECONDS and BENCH_DATA, a file with products and signed-in
// shoppers.
import { check } from 'k6';
import exec from 'k6/execution';
import http from 'k6/http';
import { Counter, Rate, Trend } from 'k6/metrics';

const { SHOP, ORIGIN, SANDBOX, FLOW, USERS, SECONDS, BENCH_DATA } = __ENV;
const data = JSON.parse(open(BENCH_DATA));

export const options = {
  vus: Number(USERS),
  duration: `${SECONDS}s`,
  summaryTrendStats: ['med', 'p(95)', 'max'],
  systemTags: ['status', 'method'],
  // As browsers do: k6 would clear cookies between iterations.
  noCookiesReset: true,
};

const flowTime = new Trend('flow_time', true);
const flows = new Counter('flows');
const failed = new Rate('flow_failed');
const failures = new Counter('flow_failures');

const oneOf = (list) => list[Math.floor(Math.random() * list.length)];
const shopper = () => data.shoppers[(exec.vu.idInTest - 1) % data.shoppers.length];
// Each shopper adds the same three products: an ever-growing cart would be a different measurement.
const productsOfShopper = () => data.products.slice(exec.vu.idInTest * 3).slice(0, 3);
const url = (path) => `${SHOP}/api/v1${path}`;

function headers() {
  return { cookie: shopper(), origin: ORIGIN, 'content-type': 'application/json', 'accept-encoding': 'gzip' };
}

function get(path, signedIn = false) {
  const options = { headers: signedIn ? headers() : { 'accept-encoding': 'gzip' }, tags: { name: FLOW } };
  return http.get(url(path), options);
}

function post(path, body, wanted) {
  // A new key per submission: the flows of one run share the shop and its shoppers.
  return send(path, url(path), body, wanted, { ...headers(), 'idempotency-key': crypto.randomUUID() });
}

function send(path, to, body, wanted, headers) {
  const response = http.post(to, JSON.stringify(body), { headers, tags: { name: FLOW } });
  if (response.status !== wanted) {
    throw new Error(`${path} answered ${response.status} ${String(response.body).slice(0, 200)}`);
  }
  return response.json();
}

function expectOk(response, what) {
  if (!check(response, { [what]: ({ status }) => status === 200 }))
    throw new Error(`${what} answered ${response.status}`);
}

const FLOWS = {
  list: () => expectOk(get(oneOf(data.listings)), 'a listing'),
  product: () => expectOk(get(`/product/group/${oneOf(data.groups)}`), 'a product'),
  search: () => expectOk(get(`/search?q=${encodeURIComponent(oneOf(data.words))}`), 'a search'),
  cart() {
    post('/cart', { productId: oneOf(productsOfShopper()), quantity: 1 }, 201);
    expectOk(get('/cart', true), 'the cart');
  },
  checkout() {
    const buyNow = { productId: oneOf(data.products), quantity: 1 };
    const { checkout } = post('/checkout', { buyNow, shippingInfo: data.address, pan: 'ABCPE1234F' }, 201);
    const { order } = post('/payment/create-order', { checkoutId: checkout._id }, 201);
    // The buyer in Razorpay's dialog, which the sandbox serves.
    const pay = '/control/razorpay/pay';
    const proof = send(pay, SANDBOX + pay, { order_id: order.id }, 200, { 'content-type': 'application/json' });
    const { paymentId } = post('/payment/verify', proof, 200);
    post('/order/new', { paymentInfo: { id: paymentId } }, 200);
  },
};

export default function flow() {
  const began = Date.now();
  try {
    FLOWS[FLOW]();
    flowTime.add(Date.now() - began);
    flows.add(1);
    failed.add(false);
  } catch (error) {
    failed.add(true);
    failures.add(1);
    console.error(error.message);
  }
}

export function handleSummary({ metrics }) {
  const values = (name) => metrics[name]?.values ?? {};
  return {
    stdout: JSON.stringify({
      flows: values('flows').count ?? 0,
      failed: values('flow_failures').count ?? 0,
      median: values('flow_time').med ?? 0,
      p95: values('flow_time')['p(95)'] ?? 0,
    }),
  };
}

// `npm run call -- [--as admin|asha|emily] [METHOD] PATH [JSON]`: one call of the running shop's API, signed in if wanted.
// `npm run call -- buy [GROUP] [NOTE]`: a paid order of a new buyer, to have something to look at.
import crypto from 'node:crypto';
import { parseArgs } from 'node:util';
import { runningShop, type ShopState } from '../../infra/run/state.ts';
import { Buyer } from '../prove/buyer.ts';
import { type Reply, Visitor } from '../prove/visitor.ts';

const HELP = `npm run call -- /product/group/AR-1042
npm run call -- --as asha /cart
npm run call -- --as admin PUT /admin/product/<id> '{"featured": 5}'
npm run call -- buy [AR-1105] [note]      a paid order of a new buyer, of a piece without sizes

The path is the one after /api/v1; every call: /api/v1/docs of the running shop. A POST gets an Idempotency-Key.`;
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;
const SHOPPERS = {
  asha: { email: 'asha@aranya.example', password: 'marigold lantern 42' },
  emily: { email: 'emily@aranya.example', password: 'harbour window 88' },
};

async function call(args: string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { as: { type: 'string' } } });
  if (positionals[0] === 'buy') return buy(positionals[1], positionals[2]);
  const method = METHODS.find((one) => one === positionals[0]?.toUpperCase());
  const [path, json] = method ? positionals.slice(1) : positionals;
  if (!path?.startsWith('/')) {
    console.log(HELP);
    return positionals.length === 0;
  }
  const shop = running();
  const visitor = new Visitor({ url: shop.url, origin: new URL(shop.url).origin, mailbox: shop.mailbox });
  if (values.as) {
    const { email, password } = accountOf(values.as, shop);
    await visitor.signIn(email, password);
  }
  const { status, body } = await visitor.ask(path, {
    method: method ?? 'GET',
    ...(json !== undefined && { body: JSON.parse(json) as object }),
    ...(method === 'POST' && { key: crypto.randomUUID() }),
  });
  console.error(status);
  console.log(JSON.stringify(body, null, 2));
  return status > 0 && status < 400;
}

function running(): ShopState {
  const shop = runningShop();
  if (!shop) throw new Error('No shop is running: npm start -- --detach');
  return shop;
}

/** Through the sandbox of Razorpay, as the shop's pages do it. */
async function buy(group = 'AR-1105', note?: string): Promise<boolean> {
  const { url, mailbox } = running();
  const origin = new URL(url).origin;
  const sandbox = new URL(mailbox).origin;
  const buyer = await new Buyer({ url, origin, mailbox, sandbox }, { name: `Buyer ${Date.now()}` }).register();
  const { body } = await good(buyer.visitor.ask(`/product/group/${group}`));
  const line = { productId: body.product._id as string, quantity: 1 };
  await good(buyer.checkOut(line, undefined, note === undefined ? {} : { specialRequest: { note } }));
  await good(buyer.begin());
  await buyer.pay();
  const { body: paid } = await good(buyer.return());
  const { body: created } = await good(buyer.orderOf(paid.paymentId as string));
  console.log(
    `Order ${created.order._id as string} of ${buyer.name}: ${url}/admin/order/${created.order._id as string}`,
  );
  return true;
}

async function good(asked: Promise<Reply>): Promise<Reply> {
  const reply = await asked;
  if (reply.status === 0 || reply.status >= 400) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
  return reply;
}

function accountOf(name: string, { admin }: ShopState): { email: string; password: string } {
  const account = name === 'admin' ? admin : SHOPPERS[name as keyof typeof SHOPPERS];
  if (!account) throw new Error(`--as takes admin, ${Object.keys(SHOPPERS).join(' or ')}`);
  return account;
}

try {
  // npm passes a second `--` on.
  const met = await call(process.argv.slice(2).filter((argument) => argument !== '--'));
  process.exitCode = met ? 0 : 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

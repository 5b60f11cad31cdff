// `npm run call -- [--as admin|asha|emily] [METHOD] PATH [JSON]`: one call of the running shop's API, signed in if wanted.
import crypto from 'node:crypto';
import { parseArgs } from 'node:util';
import { runningShop, type ShopState } from '../../infra/run/state.ts';
import { Visitor } from '../prove/visitor.ts';

const HELP = `npm run call -- /product/group/AR-1042
npm run call -- --as asha /cart
npm run call -- --as admin PUT /admin/product/<id> '{"featured": 5}'

The path is the one after /api/v1; every call: /api/v1/docs of the running shop. A POST gets an Idempotency-Key.`;
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;
const SHOPPERS = {
  asha: { email: 'asha@aranya.example', password: 'marigold lantern 42' },
  emily: { email: 'emily@aranya.example', password: 'harbour window 88' },
};

async function call(args: string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { as: { type: 'string' } } });
  const method = METHODS.find((one) => one === positionals[0]?.toUpperCase());
  const [path, json] = method ? positionals.slice(1) : positionals;
  if (!path?.startsWith('/')) {
    console.log(HELP);
    return positionals.length === 0;
  }
  const shop = runningShop();
  if (!shop) throw new Error('No shop is running: npm start -- --detach');
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

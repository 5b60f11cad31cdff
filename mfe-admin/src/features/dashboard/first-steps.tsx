import {
  cartOrder,
  catalog,
  content,
  holds,
  identity,
  payment,
  permissionsIn,
  type Permission,
} from '@shop/contracts/browser';
import { call, Link, useSession } from '@shop/mfe-kit';
import { buttonClass } from '@shop/ui/button.tsx';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { summaryQuery } from '../../api/orders.ts';
import { mayOpen } from '../../components/screens.ts';
import { FIRST_STEPS, type FirstStep, type ShopState } from './first-steps.rules.ts';
import s from './first-steps.module.css';

/** A shop with more orders has found its way. */
const FIRST_ORDERS = 10;

interface Asks {
  userId: string;
  permissions: readonly string[];
}

/** What is asked of the services, with the permission that it needs. One that does not answer leaves its steps open. */
const PARTS: readonly { permission?: Permission; ask(signal: AbortSignal, asks: Asks): Promise<ShopState> }[] = [
  {
    ask: async (signal) => {
      const { brand } = await call(content.getBrand, { signal });
      const { untouched, seller, grievanceOfficer } = brand;
      return { isNamed: !untouched, hasSeller: !!seller, hasGrievanceOfficer: !!grievanceOfficer };
    },
  },
  {
    ask: async (signal) => ({ areChargesSaved: !(await call(cartOrder.getCharges, { signal })).data.untouched }),
  },
  { ask: async (signal) => ({ categories: (await call(catalog.listCategories, { signal })).categories.length }) },
  { ask: async (signal) => ({ materials: (await call(catalog.listMaterials, { signal })).materials.length }) },
  { ask: async (signal) => ({ purities: (await call(catalog.listMetalPurities, { signal })).data.length }) },
  { ask: async (signal) => ({ tones: (await call(catalog.listMetalTones, { signal })).data.length }) },
  {
    permission: 'products.read',
    ask: async (signal) => {
      const query = { status: 'published', page: 1, limit: 1 } as const;
      return { published: (await call(catalog.listAllProducts, { query, signal })).totalCount };
    },
  },
  {
    ask: async (signal) => {
      const { methods } = await call(payment.listMethods, { signal });
      return { waysToPay: methods.filter(({ currencies }) => currencies.includes('INR')).length };
    },
  },
  {
    permission: 'content.change',
    ask: async (signal) => {
      const { pages } = await call(content.listPagesForStaff, { signal });
      return { unwrittenPages: pages.filter(({ isOfShop, updatedAt }) => isOfShop && !updatedAt).length };
    },
  },
  {
    permission: 'charges.change',
    ask: async (signal) => ({ couriers: (await call(cartOrder.listCouriers, { signal })).couriers.length }),
  },
  {
    permission: 'people.read',
    ask: async (signal, { userId }) => {
      const [{ people }, { invitations }] = await Promise.all([
        call(identity.listStaff, { signal }),
        call(identity.listInvitations, { signal }),
      ]);
      const hasAuthenticator = people.some((person) => person._id === userId && person.hasAuthenticator);
      return { hasAuthenticator, colleagues: people.length + invitations.length };
    },
  },
];

const shopStateQuery = (asks: Asks) =>
  queryOptions({
    queryKey: ['admin', 'first-steps', asks.userId],
    queryFn: async ({ signal }): Promise<ShopState> => {
      const allowed = PARTS.filter(({ permission }) => permission === undefined || holds(asks.permissions, permission));
      const answers = await Promise.allSettled(allowed.map(({ ask }) => ask(signal, asks)));
      return Object.assign({}, ...answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : {})));
    },
  });

/** What a new shop needs until its first orders: gone once it has all that it cannot sell without. */
export function FirstSteps() {
  const { user } = useSession();
  const { data: summary } = useQuery(summaryQuery);
  const orders = summary && Object.values(summary.byStatus).reduce((sum, count) => sum + count, 0);
  const asks = { userId: user?._id ?? '', permissions: permissionsIn(user) };
  const { data: shop } = useQuery({
    ...shopStateQuery(asks),
    enabled: user !== null && orders !== undefined && orders <= FIRST_ORDERS,
  });
  if (!shop || orders === undefined || orders > FIRST_ORDERS) return null;
  const steps = FIRST_STEPS.filter((step) => mayOpen(asks.permissions, step)).map((step) => ({
    ...step,
    done: step.isDone({ ...shop, orders }) ?? false,
  }));
  if (steps.every(({ done, isOptional }) => done || isOptional)) return null;
  const next = steps.find(({ done, isOptional }) => !done && !isOptional);
  return (
    <section className={s.first} aria-labelledby="first-steps">
      <header>
        <h2 id="first-steps">Open your shop</h2>
        <p role="status">
          {steps.filter(({ done }) => done).length} of {steps.length} done
        </p>
      </header>
      <ol className={s.steps}>
        {steps.map((step) => (
          <li key={step.id} data-done={step.done || undefined}>
            <Step {...step} isNext={step === next} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Step({ title, why, to, done, isOptional, isNext }: FirstStep & { done: boolean; isNext: boolean }) {
  return (
    <>
      <span className={s.mark} aria-hidden="true">
        {done ? '✓' : ''}
      </span>
      <div className={s.words}>
        <p className={s.title}>
          <Link to={to}>{title}</Link>
          {done && <span className="visually-hidden">: done</span>}
          {!done && isOptional && <span className={s.optional}> when you like</span>}
        </p>
        {!done && <p className={s.why}>{why}</p>}
      </div>
      {isNext && (
        <Link to={to} className={buttonClass('primary')} aria-label={`Next: ${title}`}>
          Start
        </Link>
      )}
    </>
  );
}

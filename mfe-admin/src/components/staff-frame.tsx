import { Link, useLocation, useSession } from '@shop/mfe-kit';
import type { Density } from '@shop/ui/list-table.tsx';
import { useId, useState, useSyncExternalStore, type ReactNode } from 'react';
import { PROVIDER_SCREENS } from '../providers/index.ts';
import { placeOf } from './list/kept.ts';
import s from './staff-frame.module.css';

/** The screens by area. */
const SCREENS = [
  {
    title: 'Selling',
    screens: [
      { to: '/admin/dashboard', name: 'Dashboard' },
      { to: '/admin/orders', name: 'Orders', alsoAt: '/admin/order/' },
      { to: '/admin/payments', name: 'Payments' },
      ...PROVIDER_SCREENS,
      { to: '/admin/payments/money', name: 'Money that came back' },
      { to: '/admin/payments/methods', name: 'Ways to pay' },
      { to: '/admin/charges', name: 'Charges' },
      { to: '/admin/delivery', name: 'Delivery days' },
    ],
  },
  {
    title: 'Catalogue',
    screens: [
      { to: '/admin/products', name: 'Products', alsoAt: '/admin/product/' },
      { to: '/admin/category', name: 'Categories' },
      { to: '/admin/collections', name: 'Collections', alsoAt: '/admin/collection/' },
      { to: '/admin/tags', name: 'Materials and tags' },
      { to: '/admin/synonyms', name: 'Search words' },
      { to: '/admin/customization', name: 'Customization' },
      { to: '/admin/size', name: 'Sizes' },
      { to: '/admin/feature', name: 'Features' },
      { to: '/admin/reviews', name: 'Reviews' },
    ],
  },
  {
    title: 'Shop',
    screens: [
      { to: '/admin/users', name: 'Users' },
      { to: '/admin/discount', name: 'Discount banner' },
      { to: '/admin/instapost', name: 'Instapost' },
      { to: '/admin/brand', name: 'Brand and seller' },
      { to: '/admin/mails', name: 'Mails' },
      { to: '/admin/audit', name: 'Audit trail' },
      { to: '/admin/design', name: 'Design system' },
    ],
  },
] as const;

interface Props {
  /** Undefined where the content has its own heading. */
  title?: string;
  /** Buttons and links beside the title. */
  actions?: ReactNode;
  /** Link above the title, to the parent screen; a list is as it was left. */
  back?: { to: string; name: string };
  /** The content is a list: it has the whole width, and with `compact` as many rows as fit. */
  isList?: Density;
  children: ReactNode;
}

/** Layout of every staff screen: navigation, the signed-in user, and signing out. */
export function StaffFrame({ title, actions, back, isList, children }: Props) {
  const [open, setOpen] = useState(false);
  const { user } = useSession();
  const menu = useId();
  return (
    <div className={s.frame}>
      <div
        className={s.side}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setOpen(false);
        }}
      >
        <div className={s.bar}>
          <Link to="/admin/dashboard" className={s.name}>
            Staff area
          </Link>
          <button
            type="button"
            className={s.toggle}
            aria-expanded={open}
            aria-controls={menu}
            onClick={() => setOpen(!open)}
          >
            Menu
          </button>
        </div>
        <div id={menu} className={s.menu} data-open={open || undefined}>
          <nav aria-label="Staff screens">
            {SCREENS.map(({ title: group, screens }) => (
              <section key={group}>
                <h2 className={s.group}>{group}</h2>
                <ul>
                  {screens.map((screen) => (
                    <li key={screen.to}>
                      <Screen {...screen} />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </nav>
          <div className={s.out}>
            {user && <p className={s.who}>{user.name}</p>}
            <Link to="/" className={s.link}>
              Back to the shop
            </Link>
            <Link to="/admin/logout" className={s.link}>
              Sign out
            </Link>
          </div>
        </div>
      </div>
      <div className={s.content} data-list={isList}>
        {back && <Back {...back} />}
        {title && (
          <header className={s.head}>
            <h1 className={s.title}>{title}</h1>
            {actions && <div className={s.actions}>{actions}</div>}
          </header>
        )}
        {children}
      </div>
    </div>
  );
}

const never = () => () => {};

function Back({ to, name }: { to: string; name: string }) {
  // Where this tab left it, which the server does not know.
  const search = useSyncExternalStore(
    never,
    () => placeOf(to)?.search ?? '',
    () => '',
  );
  return (
    <Link to={`${to}${search}`} className={s.back}>
      <span aria-hidden="true">← </span>
      {name}
    </Link>
  );
}

function Screen({ to, name, alsoAt }: { to: string; name: string; alsoAt?: string }) {
  const { pathname } = useLocation();
  const isHere = pathname === to || (alsoAt !== undefined && pathname.startsWith(alsoAt));
  return (
    <Link to={to} className={s.link} aria-current={isHere ? 'page' : undefined}>
      {name}
    </Link>
  );
}

import { Link, useLocation, useSession } from '@shop/mfe-kit';
import type { ReactNode } from 'react';
import s from './account-page.module.css';

const LINKS = [
  { to: '/user/profile', name: 'Profile', below: ['/user/add-address'] },
  { to: '/user/orders', name: 'Orders', below: ['/user/order/'] },
  { to: '/user/security', name: 'Sign-in & security', below: [] },
  { to: '/user/data', name: 'Your data', below: [] },
  { to: '/user/logout', name: 'Logout', below: [] },
] as const;

/** Layout of every account page: navigation and content. */
export function AccountPage({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { user } = useSession();
  return (
    <div className={s.page}>
      <nav className={s.nav} aria-label="Account">
        {/* A limited session does not know the account's name. */}
        <p className={s.whose}>{user?.isLimited ? user.email : user?.name}</p>
        <ul>
          {LINKS.map(({ to, name, below }) => (
            <li key={to}>
              <Link
                to={to}
                aria-current={
                  pathname === to ? 'page' : below.some((start) => pathname.startsWith(start)) ? 'true' : undefined
                }
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={s.content}>{children}</div>
    </div>
  );
}

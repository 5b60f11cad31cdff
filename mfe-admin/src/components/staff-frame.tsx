import { PERMISSION_SPECS, permissionsIn, type Permission } from '@shop/contracts/browser';
import { Link, useLocation, useSession } from '@shop/mfe-kit';
import { buttonClass } from '@shop/ui/button.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import type { Density } from '@shop/ui/list-types.ts';
import { useAfterChange } from '@shop/ui/use-after-change.ts';
import { useEffect, useId, useState, useSyncExternalStore, type ReactNode } from 'react';
import { placeOf } from './list/kept.ts';
import { May } from './may.tsx';
import { NoticesButton } from './notices/notices-button.tsx';
import { PaletteButton } from './palette/palette-button.tsx';
import { rememberOpened } from './recent.ts';
import { mayOpen, screenAt, SCREENS } from './screens.ts';
import s from './staff-frame.module.css';
import { StaffMenu } from './staff-menu.tsx';
import { useFocusKept } from './use-focus-kept.ts';

interface Props {
  /** Undefined where the content has its own heading. */
  title?: string;
  /** Buttons and links beside the title. */
  actions?: ReactNode;
  /** Link above the title, to the parent screen; a list is as it was left. */
  back?: { to: string; name: string };
  /** The content is a list: it has the whole width, and with `compact` as many rows as fit. */
  isList?: Density;
  /** The page is of one record: its number or name, for what was opened recently. Nothing about people. */
  record?: string | undefined;
  children: ReactNode;
}

/** Layout of every staff screen: navigation, the command palette, the notices, the signed-in user, and signing out. */
export function StaffFrame({ title, actions, back, isList, record, children }: Props) {
  const [open, setOpen] = useState(false);
  const { user } = useSession();
  const menu = useId();
  const { pathname, key } = useLocation();
  // Also on the way to the same screen with other filters, which stays mounted.
  useAfterChange(key, () => setOpen(false));
  const isSomebody = user !== null;
  useFocusKept();
  const missing = missingAt(pathname, permissionsIn(user));
  useEffect(() => {
    if (isSomebody) rememberOpened(pathname, record);
  }, [isSomebody, pathname, record]);
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
          <PaletteButton />
          <May permission="views.use">
            <NoticesButton />
          </May>
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
          <StaffMenu />
          <div className={s.out}>
            {user && (
              <Link
                to="/admin/account"
                className={s.link}
                aria-current={pathname === '/admin/account' ? 'page' : undefined}
              >
                <span className="visually-hidden">Your account: </span>
                <span className={s.who}>{user.name}</span>
              </Link>
            )}
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
            {actions && !missing && <div className={s.actions}>{actions}</div>}
          </header>
        )}
        {missing ? <NotInRole missing={missing} /> : children}
      </div>
    </div>
  );
}

/** The permission that the screen of an address needs and one does not have. */
function missingAt(pathname: string, permissions: readonly string[]): Permission | undefined {
  const screen = screenAt(pathname);
  return screen && !mayOpen(permissions, screen) ? screen.permission : undefined;
}

/** In place of a screen that one's role does not include: what is missing, and where one may go. */
function NotInRole({ missing }: { missing: Permission }) {
  const permissions = permissionsIn(useSession().user);
  const open = SCREENS.filter((screen) => screen.permission && mayOpen(permissions, screen));
  return (
    <EmptyState title="Your role does not include this screen">
      <p>It needs a role that may {PERMISSION_SPECS[missing].label}. Who invites staff can give you one.</p>
      <ul className={s.open}>
        {open.map(({ path, label }) => (
          <li key={path}>
            <Link to={path} className={buttonClass('secondary')}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </EmptyState>
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

import { Link, type SessionUser, useLoader, useSession } from '@shop/mfe-kit';
import { UserIcon } from '../icons.tsx';
import { useDisclosure } from './use-disclosure.ts';
import classes from './header.module.css';
import menu from './menu.module.css';

/** Opens the sign-in panel for guests, the account menu for users. */
export function UserMenu() {
  const { user, signIn } = useSession();
  const loader = useLoader();
  const { isOpen, open, close, frame, button } = useDisclosure();
  const preload = () => {
    if (!user) loader.preloadPart('account/sign-in');
  };
  return (
    <div className={menu.frame} {...frame}>
      <button
        ref={button}
        type="button"
        className={`${classes.tool} ${classes.reaching}`}
        aria-label={user ? `Account of ${nameOf(user)}` : 'Sign in'}
        aria-expanded={user ? isOpen : undefined}
        aria-haspopup={user ? undefined : 'dialog'}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => {
          if (!user) void signIn();
          else if (isOpen) close();
          else open();
        }}
      >
        <UserIcon />
      </button>
      {isOpen && user && (
        <ul className={menu.list}>
          <li className={menu.note}>{nameOf(user)}</li>
          {(user.role === 'admin' || user.signInAsStaff) && <Item to="/admin" name="Dashboard" onChoose={close} />}
          <Item to="/user/profile" name="Profile" onChoose={close} />
          <Item to="/user/orders" name="Orders" onChoose={close} />
          <Item to="/wishlist" name="Wishlist" onChoose={close} />
          <Item to="/user/logout" name="Logout" onChoose={close} />
        </ul>
      )}
    </div>
  );
}

/** A limited session does not know the account's name. */
const nameOf = ({ name, email, isLimited }: SessionUser): string => (isLimited ? email : name);

function Item({ to, name, onChoose }: { to: string; name: string; onChoose: () => void }) {
  return (
    <li>
      <Link to={to} className={menu.item!} onClick={onChoose}>
        {name}
      </Link>
    </li>
  );
}

import { Link, useLocation } from '@shop/mfe-kit';
import { useEffect, useRef } from 'react';
import { ChevronIcon, CloseIcon, MenuIcon } from '../icons.tsx';
import { useMenus } from '../shell-data.ts';
import { SocialLinks } from '../social-links.tsx';
import classes from './mobile-menu.module.css';
import { useMegaMenu } from './use-mega-menu.ts';

/**
 * The slide-out menu of narrow screens. Made of `<details>`, so that it opens before scripts run; sub-menus share a `name`, so
 * that opening one closes the others. Closes on navigation and on a tap beside it; the page behind does not scroll.
 */
export function MobileMenu() {
  const { categories, materials } = useMenus();
  const { pathname } = useLocation();
  const [mega, load] = useMegaMenu();
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => menu.current?.removeAttribute('open');
  useEffect(close, [pathname]);
  return (
    <details
      ref={menu}
      className={classes.menu}
      data-covering
      onToggle={load}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        close();
        menu.current?.querySelector('summary')?.focus();
      }}
    >
      <summary className={classes.button} aria-label="Menu">
        <span className={classes.whenClosed}>
          <MenuIcon />
        </span>
        <span className={classes.whenOpen}>
          <CloseIcon />
        </span>
      </summary>
      <nav className={classes.panel} aria-label="Menu">
        <ul>
          {[...categories, ...materials].map((entry) => (
            <li key={entry.to}>
              {entry.subs.length === 0 ? (
                <Link to={entry.to} className={classes.entry!}>
                  {entry.name}
                </Link>
              ) : (
                <details name="sub-menu" className={classes.sub}>
                  <summary className={classes.entry}>
                    {entry.name}
                    <ChevronIcon />
                  </summary>
                  <ul className={classes.subs}>
                    <li>
                      <Link to={entry.to}>All {entry.name}</Link>
                    </li>
                    {entry.subs
                      .filter((sub) => sub.to !== entry.to)
                      .map(({ name, to }) => (
                        <li key={to}>
                          <Link to={to}>{name}</Link>
                        </li>
                      ))}
                    {mega && <mega.NarrowWays path={entry.to} />}
                  </ul>
                </details>
              )}
            </li>
          ))}
          {['wishlist', 'collections', 'gifts', 'shop', 'about', 'contact'].map((name) => (
            <li key={name}>
              <Link to={`/${name}`} className={classes.entry!}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
        <SocialLinks />
      </nav>
    </details>
  );
}

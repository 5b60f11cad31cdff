import { Link, useLocation } from '@shop/mfe-kit';
import { useAfterChange } from '@shop/ui/use-after-change.ts';
import { useRef } from 'react';
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
  const { slideOut } = useMenus();
  const { pathname } = useLocation();
  const [mega, load] = useMegaMenu();
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => menu.current?.removeAttribute('open');
  useAfterChange(pathname, close);
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
          {slideOut.map((item) => {
            // All materials under one name are of the header alone.
            if (item.kind === 'materials') return null;
            const to = 'to' in item ? item.to : undefined;
            if (item.subs.length === 0 && to !== undefined) {
              return (
                <li key={to}>
                  <Link to={to} className={classes.entry!}>
                    {item.name}
                  </Link>
                </li>
              );
            }
            return (
              <li key={to ?? item.name}>
                <details name="sub-menu" className={classes.sub}>
                  <summary className={classes.entry}>
                    {item.name}
                    <ChevronIcon />
                  </summary>
                  <ul className={classes.subs}>
                    {to !== undefined && (
                      <li>
                        <Link to={to}>{item.kind === 'taxonomy' ? `All ${item.name}` : item.name}</Link>
                      </li>
                    )}
                    {item.subs
                      .filter((sub) => sub.to !== to)
                      .map((sub) => (
                        <li key={sub.to}>
                          <Link to={sub.to}>{sub.name}</Link>
                        </li>
                      ))}
                    {mega && item.kind === 'taxonomy' && <mega.NarrowWays path={item.to} />}
                  </ul>
                </details>
              </li>
            );
          })}
        </ul>
        <SocialLinks />
      </nav>
    </details>
  );
}

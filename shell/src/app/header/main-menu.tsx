import { Link, NavLink } from '@shop/mfe-kit';
import { type MouseEvent, useState } from 'react';
import type { MenuItem, Way } from '../menus.ts';
import { useMenus } from '../shell-data.ts';
import classes from './main-menu.module.css';
import { useMegaMenu } from './use-mega-menu.ts';

/**
 * The menu of wide screens. The sub-menus of the server open on hover and focus by CSS only, so that they work before scripts run; the
 * panels that take their place are loaded when a pointer or the focus comes near.
 */
export function MainMenu() {
  const { header } = useMenus();
  const [mega, load] = useMegaMenu();
  /** The entry that was clicked before the panels were there. */
  const [clicked, setClicked] = useState<Element>();
  const handlers = {
    onPointerEnter: load,
    onFocus: load,
    onClick({ target }: MouseEvent) {
      if (!mega) setClicked((target as Element).closest('li') ?? undefined);
    },
  };
  return (
    <nav className={classes.menu} aria-label="Main" {...handlers}>
      <ul className={classes.entries}>
        {header.map((item) => (
          <li
            key={item.kind === 'materials' || item.kind === 'heading' ? item.name : item.to}
            className={`${classes.entry} ${'to' in item && item.to === '/collections' ? classes.extra : ''}`}
          >
            {item.kind === 'materials' || item.kind === 'heading' ? (
              <button type="button" className={classes.top} aria-expanded="false">
                {item.name}
              </button>
            ) : (
              <NavLink to={item.to} className={classes.top!}>
                {item.name}
              </NavLink>
            )}
            {mega ? <mega.ItemPanel item={item} clicked={clicked} /> : <Drop item={item} />}
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** What an item has below it, before the panels are loaded. */
function Drop({ item }: { item: MenuItem }) {
  if (item.kind === 'materials') {
    return (
      <div className={classes.wide}>
        {item.entries.map((material) => (
          <div key={material.to}>
            <Link to={material.to} className={classes.heading!}>
              {material.name}
            </Link>
            <Subs subs={material.subs.filter((sub) => sub.to !== material.to)} />
          </div>
        ))}
      </div>
    );
  }
  if (item.subs.length === 0) return null;
  return (
    <div className={classes.drop}>
      <Subs subs={item.subs} />
    </div>
  );
}

function Subs({ subs }: { subs: readonly Way[] }) {
  return (
    <ul>
      {subs.map(({ name, to }) => (
        <li key={to}>
          <Link to={to} className={classes.sub!}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}

import { Link, NavLink } from '@shop/mfe-kit';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { type MenuEntry, useMenus } from '../shell-data.ts';
import classes from './main-menu.module.css';
import { useMegaMenu } from './use-mega-menu.ts';

/**
 * The menu of wide screens. The sub-menus of the server open on hover and focus by CSS only, so that they work before scripts run; the
 * panels that take their place are loaded when a pointer or the focus comes near.
 */
export function MainMenu() {
  const { categories, materials } = useMenus();
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
        {categories.map((entry) => (
          <Entry key={entry.to} {...entry}>
            {mega ? (
              <mega.CategoryPanel entry={entry} clicked={clicked} />
            ) : (
              entry.subs.length > 0 && (
                <div className={classes.drop}>
                  <Subs subs={entry.subs} />
                </div>
              )
            )}
          </Entry>
        ))}
        {materials.length > 0 && (
          <li className={classes.entry}>
            <button type="button" className={classes.top} aria-expanded="false">
              Materials
            </button>
            {mega ? (
              <mega.MaterialsPanel entries={materials} clicked={clicked} />
            ) : (
              <div className={classes.wide}>
                {materials.map((material) => (
                  <div key={material.to}>
                    <Link to={material.to} className={classes.heading!}>
                      {material.name}
                    </Link>
                    <Subs subs={material.subs.filter((sub) => sub.to !== material.to)} />
                  </div>
                ))}
              </div>
            )}
          </li>
        )}
        <Entry name="Shop" to="/shop">
          {mega && <mega.ShopPanel clicked={clicked} />}
        </Entry>
        <Entry name="Collections" to="/collections" className={classes.extra}>
          {mega && <mega.CollectionsPanel clicked={clicked} />}
        </Entry>
        <Entry name="About" to="/about" />
        <Entry name="Contact" to="/contact" />
      </ul>
    </nav>
  );
}

function Entry({
  name,
  to,
  className = '',
  children,
}: {
  name: string;
  to: string;
  className?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <li className={`${classes.entry} ${className}`}>
      <NavLink to={to} className={classes.top!}>
        {name}
      </NavLink>
      {children}
    </li>
  );
}

function Subs({ subs }: { subs: MenuEntry['subs'] }) {
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

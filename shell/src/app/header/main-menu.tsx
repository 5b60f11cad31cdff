import { Link, NavLink } from '@shop/mfe-kit';
import { useMenus } from '../shell-data.ts';
import classes from './main-menu.module.css';

interface Entry {
  name: string;
  to: string;
  subs: { name: string; to: string }[];
}

const FIXED = [
  { name: 'Shop', to: '/shop' },
  { name: 'About', to: '/about' },
  { name: 'Contact', to: '/contact' },
];

/** The menu of wide screens. Sub-menus open on hover and focus by CSS only, so that they work before scripts run. */
export function MainMenu() {
  const { categories, materials } = useMenus();
  return (
    <nav className={classes.menu} aria-label="Main">
      <ul className={classes.entries}>
        {categories.map((entry) => (
          <WithSubs key={entry.to} entry={entry} />
        ))}
        {materials.length > 0 && (
          <li className={classes.entry}>
            <button type="button" className={classes.top} aria-haspopup="true">
              Materials
            </button>
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
          </li>
        )}
        {FIXED.map(({ name, to }) => (
          <li key={to} className={classes.entry}>
            <NavLink to={to} className={classes.top!}>
              {name}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function WithSubs({ entry }: { entry: Entry }) {
  return (
    <li className={classes.entry}>
      <NavLink to={entry.to} className={classes.top!}>
        {entry.name}
      </NavLink>
      {entry.subs.length > 0 && (
        <div className={classes.drop}>
          <Subs subs={entry.subs} />
        </div>
      )}
    </li>
  );
}

function Subs({ subs }: { subs: Entry['subs'] }) {
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

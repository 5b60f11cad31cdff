import { permissionsIn } from '@shop/contracts/browser';
import { Link, useLocation, useSession } from '@shop/mfe-kit';
import { useQueries } from '@tanstack/react-query';
import { WORK, WORK_KINDS, workCountQuery } from '../api/work.ts';
import { useMay } from './may.tsx';
import { mayOpen, screenAt, SCREENS } from './screens.ts';
import s from './staff-frame.module.css';
import { GROUPS, type Group } from './staff-screen.ts';

/** The screens that one may open, in groups of which one is open at a time; on arrival that of the page. */
export function StaffMenu() {
  const { pathname } = useLocation();
  const permissions = permissionsIn(useSession().user);
  const here = screenAt(pathname);
  const open = SCREENS.filter((screen) => mayOpen(permissions, screen));
  return (
    <nav aria-label="Staff screens" className={s.groups}>
      {GROUPS.map((group) => {
        const screens = open.filter((screen) => screen.group === group);
        if (screens.length === 0) return null;
        return (
          <details key={group} name="staff-menu" open={group === openGroup(here?.group)}>
            <summary className={s.group}>
              <h2>{group}</h2>
            </summary>
            <ul>
              {screens.map(({ path, label }) => (
                <li key={path}>
                  <Link to={path} className={s.link} aria-current={path === here?.path ? 'page' : undefined}>
                    {label}
                    {path === '/admin/work' && <WorkCount />}
                  </Link>
                </li>
              ))}
            </ul>
          </details>
        );
      })}
    </nav>
  );
}

/** How much waits, of the parts that answer and that one may see; without it the menu has no number. */
function WorkCount() {
  const may = useMay();
  const counts = useQueries({
    queries: WORK_KINDS.filter((kind) => may(WORK[kind].read)).map(workCountQuery),
  });
  const count = counts.reduce((sum, { data = 0 }) => sum + data, 0);
  if (count === 0) return null;
  return (
    <span className={s.count}>
      {count}
      <span className="visually-hidden"> waiting</span>
    </span>
  );
}

const openGroup = (here: Group | 'developers' | undefined): Group =>
  here === undefined || here === 'developers' ? GROUPS[0] : here;

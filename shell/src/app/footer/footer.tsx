import { Link } from '@shop/mfe-kit';
import type { FooterColumn } from '../menus.ts';
import { useIsQuiet } from '../page.ts';
import { SocialLinks } from '../social-links.tsx';
import { useBrand, useMenus } from '../shell-data.ts';
import classes from './footer.module.css';

/** Of the columns only the first, the policies; where none of these is written, that would be the categories. */
const onQuietPage = (columns: readonly FooterColumn[]) => columns.slice(0, 1).filter(({ hasLists }) => !hasLists);

/** On a quiet page without what leads away from it. */
export function Footer() {
  const isQuiet = useIsQuiet();
  const { footer } = useMenus();
  const brand = useBrand();
  return (
    <footer className={`${classes.footer} ${isQuiet ? classes.quiet : ''}`} data-slice="shell">
      <div className={classes.columns}>
        {(isQuiet ? onQuietPage(footer) : footer).map(({ name, subs }) => (
          <Column key={name} title={name} links={subs} />
        ))}
        <section>
          <h2 className={classes.title}>{isQuiet ? 'Questions?' : 'Store details'}</h2>
          {brand && (
            <address className={classes.details}>
              {brand.phone && <a href={`tel:${brand.phone.replace(/[^\d+]/g, '')}`}>{brand.phone}</a>}
              <a href={`mailto:${brand.email}`}>{brand.email}</a>
              {brand.city && <span>{brand.city}</span>}
              {brand.companyLine && <span>{brand.companyLine}</span>}
            </address>
          )}
          {!isQuiet && <SocialLinks />}
        </section>
      </div>
      {brand && (
        <p className={classes.bottom}>
          © {brand.name}. All rights reserved. {brand.credit}
        </p>
      )}
    </footer>
  );
}

function Column({ title, links }: { title: string; links: readonly { name: string; to: string }[] }) {
  return (
    <section>
      <h2 className={classes.title}>{title}</h2>
      <ul>
        {links.map(({ name, to }) => (
          <li key={to}>
            <Link to={to} className={classes.link!}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

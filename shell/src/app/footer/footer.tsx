import { Link } from '@shop/mfe-kit';
import { useIsQuiet } from '../page.ts';
import { SocialLinks } from '../social-links.tsx';
import { useBrand, useMenus } from '../shell-data.ts';
import classes from './footer.module.css';

const POLICIES = [
  { name: 'Cancellation Policy', to: '/cancellation-policy' },
  { name: 'Refund & Return', to: '/refund-return' },
  { name: 'Privacy Policy', to: '/privacy-policy' },
  { name: 'Shipping Policy', to: '/shipping-policy' },
  { name: 'Terms & Conditions', to: '/terms-conditions' },
];
const WHY = [
  { name: 'About us', to: '/about' },
  { name: 'Diamond education', to: '/diamond-education' },
  { name: 'FAQs', to: '/faqs' },
  { name: 'Contact', to: '/contact' },
  { name: 'Track an order', to: '/order/find' },
];

/** On a quiet page without what leads away from it. */
export function Footer() {
  const isQuiet = useIsQuiet();
  const { categories } = useMenus();
  const brand = useBrand();
  return (
    <footer className={`${classes.footer} ${isQuiet ? classes.quiet : ''}`} data-slice="shell">
      <div className={classes.columns}>
        <Column title="Policies" links={POLICIES} />
        {!isQuiet && <Column title="Categories" links={categories} />}
        {!isQuiet && <Column title={brand ? `Why ${brand.name}` : 'Why us'} links={WHY} />}
        <section>
          <h2 className={classes.title}>{isQuiet ? 'Questions?' : 'Store details'}</h2>
          {brand && (
            <address className={classes.details}>
              <a href={`tel:${brand.phone.replace(/[^\d+]/g, '')}`}>{brand.phone}</a>
              <a href={`mailto:${brand.email}`}>{brand.email}</a>
              <span>{brand.city}</span>
              <span>{brand.companyLine}</span>
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

import { Link, type Prefetch } from '@shop/mfe-kit';
import classes from './not-found-page.module.css';

export const prefetch: Prefetch = () => ({ status: 404, head: { title: 'Page Not Found', noindex: true } });

export function NotFoundPage() {
  return (
    <section className={classes.page}>
      <h1>Page Not Found</h1>
      <p>This page does not exist, or it has moved.</p>
      <Link to="/">Back to Home</Link>
    </section>
  );
}

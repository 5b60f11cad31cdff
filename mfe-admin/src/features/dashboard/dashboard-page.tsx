import { Link, type Prefetch } from '@shop/mfe-kit';

export const prefetch: Prefetch = () => ({ head: { title: 'Dashboard', noindex: true } });

export function DashboardPage() {
  return (
    <section>
      <h1>Dashboard</h1>
      <Link to="/">Back to the shop</Link>
    </section>
  );
}

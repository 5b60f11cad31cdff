import { useSession, type Prefetch } from '@shop/mfe-kit';

export const prefetch: Prefetch = () => ({ head: { title: 'Profile', noindex: true } });

export function ProfilePage() {
  const { user } = useSession();
  return (
    <section>
      <h1>Profile</h1>
      <p>{user?.name}</p>
      <p>{user?.email}</p>
    </section>
  );
}

import { Link, useSession, type Prefetch } from '@shop/mfe-kit';
import { useQuery } from '@tanstack/react-query';
import { noticeChoicesQuery } from '../../api/notices.ts';
import { Loaded } from '../../components/load-states.tsx';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import s from './account.module.css';
import { NoticeForm } from './notice-form.tsx';

export const prefetch: Prefetch = (queryClient) => {
  void queryClient.prefetchQuery(noticeChoicesQuery);
  return staffHead('Your account');
};

/** Who one is to the shop, and what one is told of. */
export function AccountPage() {
  const { user } = useSession();
  const query = useQuery(noticeChoicesQuery);
  return (
    <StaffFrame title="Your account">
      <div className={s.page}>
        {user && (
          <dl className={s.who}>
            <div>
              <dt>Name</dt>
              <dd>{user.name}</dd>
            </div>
            <div>
              <dt>E-mail</dt>
              <dd>{user.email}</dd>
            </div>
          </dl>
        )}
        <p className={s.security}>
          <Link to="/user/security">Password, authenticator app and devices</Link>
        </p>
        <Loaded query={query} what="what you are told of" title="What you are told of" rows={3}>
          {(choices) => <NoticeForm choices={choices} />}
        </Loaded>
      </div>
    </StaffFrame>
  );
}

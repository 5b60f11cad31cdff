import { Fragment, useBrowserEvent, useNavigate, type Prefetch } from '@shop/mfe-kit';
import { AccountPage } from '../../components/account-page.tsx';
import { meQuery } from '../../components/me.ts';
import titles from '../../components/title.module.css';
import s from './add-address-page.module.css';

export function AddAddressPage() {
  const navigate = useNavigate();
  const leave = () => void navigate('/user/profile');
  useBrowserEvent('account:address-saved', leave);
  useBrowserEvent('account:address-form-closed', leave);
  return (
    <AccountPage>
      <h1 className={titles.title}>Add address</h1>
      <div className={s.card}>
        <Fragment id="account/address-form" cancellable />
      </div>
    </AccountPage>
  );
}

export const prefetch: Prefetch = (queryClient) => {
  // Not awaited: the form has a loading state.
  void queryClient.prefetchQuery(meQuery);
  return { head: { title: 'Add address', noindex: true } };
};

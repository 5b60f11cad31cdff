import type { Prefetch } from '@shop/mfe-kit';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../components/load-states.tsx';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { choicesQuery, menusQuery } from './api/menus.ts';
import { MenusForm } from './menus-form.tsx';

export const prefetch: Prefetch = (queryClient) => {
  void queryClient.prefetchQuery(menusQuery);
  void queryClient.prefetchQuery(choicesQuery);
  return staffHead('Menus');
};

/** What header, slide-out menu and footer of the shop show. */
export function MenusPage() {
  // A refetch would move what is being edited.
  const query = useQuery({ ...menusQuery, refetchOnWindowFocus: false });
  return (
    <StaffFrame title="Menus">
      <Loaded query={query} what="menus" rows={8}>
        {(menus) => <MenusForm menus={menus} />}
      </Loaded>
    </StaffFrame>
  );
}

import type { Permission } from '@shop/contracts/browser';
import type { Prefetch } from '@shop/mfe-kit';
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { arrivalsQuery, bankAccountQuery, returnsQuery, transfersQuery } from './api.ts';
import { useMay } from '../../components/may.tsx';
import { usePaging } from '../../components/paging.ts';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { Tabs } from '../../components/tabs.tsx';
import { AccountForm } from './account-form.tsx';
import { Arrivals, arrivalsIn } from './arrivals.tsx';
import { ExpectedTransfers, transfersIn } from './expected-transfers.tsx';
import { StatementImport } from './statement-import.tsx';
import { Returns, returnsIn } from './returns.tsx';

interface View {
  name: string;
  Content: ComponentType;
  /** It is for this alone. */
  permission?: Permission;
  load?(queryClient: QueryClient, search: URLSearchParams): unknown;
}

/** By their name in the address. */
const VIEWS = {
  expected: {
    name: 'Expected',
    Content: ExpectedTransfers,
    load: (queryClient, search) => queryClient.prefetchQuery(transfersQuery(transfersIn(search))),
  },
  arrived: {
    name: 'Arrived',
    Content: Arrivals,
    load: (queryClient, search) => queryClient.prefetchQuery(arrivalsQuery(arrivalsIn(search))),
  },
  statement: { name: 'Statement', Content: StatementImport, permission: 'payments.resolve' },
  returns: {
    name: 'To send back',
    Content: Returns,
    load: (queryClient, search) => queryClient.prefetchQuery(returnsQuery(returnsIn(search))),
  },
  account: {
    name: 'Account',
    Content: AccountForm,
    load: (queryClient) => queryClient.prefetchQuery(bankAccountQuery),
  },
} satisfies Record<string, View>;

type ViewName = keyof typeof VIEWS;
const NAMES = Object.keys(VIEWS) as ViewName[];
const viewOf = (name: ViewName): View => VIEWS[name];

const viewIn = (search: URLSearchParams): ViewName => NAMES.find((name) => name === search.get('show')) ?? 'expected';

export const prefetch: Prefetch = (queryClient, { url }) => {
  const view = viewOf(viewIn(url.searchParams));
  void view.load?.(queryClient, url.searchParams);
  return staffHead('Bank transfers');
};

/** What buyers transfer to the shop's account, what came, and what has to be sent back. */
export function TransfersPage() {
  const { search, hrefWith } = usePaging();
  const may = useMay();
  const names = NAMES.filter((name) => {
    const { permission } = viewOf(name);
    return permission === undefined || may(permission);
  });
  const asked = viewIn(search);
  const view = names.includes(asked) ? asked : 'expected';
  const { Content } = viewOf(view);
  return (
    <StaffFrame title="Bank transfers">
      <Tabs
        label="Bank transfers"
        tabs={names.map((name) => ({
          name: viewOf(name).name,
          to: hrefWith({ show: name === 'expected' ? undefined : name, state: undefined, q: undefined }),
          current: name === view,
        }))}
      />
      <Content />
    </StaffFrame>
  );
}

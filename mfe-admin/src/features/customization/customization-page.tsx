import { catalog } from '@shop/contracts/browser';
import { call, messageOf, toast, useLocation, useNavigate, useSearchParams, type Prefetch } from '@shop/mfe-kit';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { OPTION_LISTS, optionsQuery } from '../../api/option-lists.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import form from '../../components/form.module.css';
import { Failure, RowsSkeleton } from '../../components/load-states.tsx';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { customizationsQuery, type Customization } from './api/customizations.ts';
import { CustomizationForm } from './customization-form.tsx';
import { CustomizationsTable } from './customizations-table.tsx';

export const prefetch: Prefetch = (queryClient) => {
  void queryClient.prefetchQuery(customizationsQuery);
  void queryClient.prefetchQuery(optionsQuery(OPTION_LISTS.metalPurity));
  void queryClient.prefetchQuery(optionsQuery(OPTION_LISTS.stoneType));
  return staffHead('Customization');
};

/** What pieces of a group can be made in. Which group is being changed stands in the address. */
export function CustomizationPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  // Come to by a link of the table or by New, and not with the page: what is to be written in may be out of sight.
  const { state } = useLocation() as { state: { stay?: boolean } | null };
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(customizationsQuery);
  const [removing, setRemoving] = useState<Customization>();
  const open = (group?: string) =>
    navigate(group ? `?group=${encodeURIComponent(group)}` : '/admin/customization', { state: { stay: true } });
  const { mutate: remove, isPending } = useMutation({
    mutationFn: ({ _id: id }: Customization) => call(catalog.removeCustomization, { params: { id } }),
    meta: { quiet: true },
    onSuccess: async (_answer, { productGroup }) => {
      setRemoving(undefined);
      if (productGroup === search.get('group')) open();
      toast.success('Customization deleted successfully');
      await queryClient.invalidateQueries({ queryKey: customizationsQuery.queryKey });
    },
    onError: (refused) => {
      setRemoving(undefined);
      toast.error(messageOf(refused, 'Failed to delete customization'));
    },
  });
  const editing = data?.find(({ productGroup }) => productGroup === search.get('group'));
  return (
    <StaffFrame title="Customization">
      {data ? (
        <div className={form.columns}>
          <section>
            {data.length > 0 ? (
              <CustomizationsTable customizations={data} selected={editing?._id} onRemove={setRemoving} />
            ) : (
              <EmptyState title="No customizations yet" />
            )}
          </section>
          <CustomizationForm
            key={editing?._id ?? 'new'}
            customization={editing}
            focus={state?.stay === true}
            onNew={() => open()}
            onSaved={async ({ productGroup }) => {
              await queryClient.invalidateQueries({ queryKey: customizationsQuery.queryKey });
              open(productGroup);
            }}
          />
        </div>
      ) : error ? (
        <Failure error={error} what="The customizations" onRetry={() => void refetch()} />
      ) : (
        <RowsSkeleton what="customizations" rows={6} />
      )}
      {removing && (
        <ConfirmDialog
          title="Delete this customization?"
          confirm="Delete"
          busy={isPending}
          onConfirm={() => remove(removing)}
          onClose={() => setRemoving(undefined)}
        >
          <p>Pieces of {removing.productGroup} are then made only as they lie ready.</p>
        </ConfirmDialog>
      )}
    </StaffFrame>
  );
}

import { catalog } from '@shop/contracts/browser';
import { call, toast, useNavigate, useSearchParams, type Prefetch } from '@shop/mfe-kit';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { OPTION_LISTS, optionsQuery } from '../../api/option-lists.ts';
import { May } from '../../components/may.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import form from '../../components/form.module.css';
import { Loaded } from '../../components/load-states.tsx';
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

/** What pieces of a group can be made in. The group that is being changed is in the address. */
export function CustomizationPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const query = useQuery(customizationsQuery);
  const [removing, setRemoving] = useState<Customization>();
  const open = (group?: string) =>
    navigate(group ? `?group=${encodeURIComponent(group)}` : '/admin/customization', { state: { stay: true } });
  // A group that has none yet: the page of the group leads here to add it.
  const group = search.get('group') ?? '';
  const editing = query.data?.find(({ productGroup }) => productGroup === group);
  return (
    <StaffFrame title="Customization">
      <Loaded query={query} what="customizations" failure="Failed to fetch customizations">
        {(customizations) => (
          <div className={form.columns}>
            <section>
              {customizations.length > 0 ? (
                <CustomizationsTable customizations={customizations} selected={editing?._id} onRemove={setRemoving} />
              ) : (
                <EmptyState title="No customizations yet" />
              )}
            </section>
            <May permission="customizations.change">
              <CustomizationForm
                key={editing?._id ?? `new ${group}`}
                customization={editing}
                group={group}
                onNew={() => open()}
                onSaved={() => queryClient.invalidateQueries({ queryKey: customizationsQuery.queryKey })}
                onDone={({ productGroup }) => {
                  if (productGroup !== search.get('group')) open(productGroup);
                }}
              />
            </May>
          </div>
        )}
      </Loaded>
      {removing && (
        <ConfirmDialog
          title="Delete this customization?"
          confirm="Delete"
          action={async () => {
            await call(catalog.removeCustomization, { params: { id: removing._id } });
            if (removing.productGroup === group) open();
            toast.success('Customization deleted successfully');
            void queryClient.invalidateQueries({ queryKey: customizationsQuery.queryKey });
          }}
          failure="Failed to delete customization"
          onClose={() => setRemoving(undefined)}
        >
          <p>Pieces of {removing.productGroup} are then made only as they lie ready.</p>
        </ConfirmDialog>
      )}
    </StaffFrame>
  );
}

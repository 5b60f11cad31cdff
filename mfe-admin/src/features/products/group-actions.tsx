import { catalog } from '@shop/contracts/browser';
import { call, Link, toast } from '@shop/mfe-kit';
import { createIntent } from '@shop/mfe-kit/intent.ts';
import { Button, buttonClass } from '@shop/ui/button.tsx';
import { FormDialog } from '@shop/ui/dialog.tsx';
import { Field } from '@shop/ui/field.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PRODUCTS_KEY, type StaffProduct } from '../../api/products.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { useContractForm } from '../../components/contract-form/use-contract-form.ts';
import { May } from '../../components/may.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { countText } from '../../components/texts.ts';
import { mayLeave } from '../../components/unsaved.ts';
import { useLeadOn } from '../../components/use-lead-on.ts';
import { archivedOf, currentOf, groupQuery, toneOf, type ProductGroup } from './api/product-groups.ts';
import s from './group-form.module.css';

/** Keeps the group as an action answered it, and reads the lists of products again. */
function useShown() {
  const queryClient = useQueryClient();
  return (group: ProductGroup): void => {
    void queryClient.invalidateQueries({ queryKey: PRODUCTS_KEY, refetchType: 'none' });
    queryClient.setQueryData(groupQuery(group.productGroup).queryKey, group);
  };
}

/** What can be done with the whole group. */
export function GroupActions({ group }: { group: ProductGroup }) {
  const [doing, setDoing] = useState<'archive' | 'duplicate'>();
  const current = currentOf(group);
  const close = () => setDoing(undefined);
  return (
    <>
      {current.some(({ status }) => status === 'published') && (
        <Link to={`/product/group/${group.productGroup}`} className={buttonClass('secondary')}>
          In the shop
        </Link>
      )}
      <May permission="products.change">
        {current.length > 0 && (
          <>
            <Link to={`/admin/product/new?from=${current.at(-1)!._id}`} className={buttonClass('secondary')}>
              Add a variant
            </Link>
            <Button look="secondary" onClick={() => mayLeave() && setDoing('duplicate')}>
              Duplicate…
            </Button>
            <Button look="secondary" onClick={() => mayLeave() && setDoing('archive')}>
              Archive…
            </Button>
          </>
        )}
      </May>
      {doing === 'archive' && <ArchiveGroup group={group} onClose={close} />}
      {doing === 'duplicate' && <DuplicateDialog group={group} onClose={close} />}
    </>
  );
}

function ArchiveGroup({ group, onClose }: { group: ProductGroup; onClose(): void }) {
  const show = useShown();
  const { productGroup } = group;
  return (
    <ConfirmDialog
      title={`Archive ${productGroup}?`}
      confirm="Archive"
      action={async () => {
        show((await call(catalog.archiveProductGroup, { params: { code: productGroup } })).group);
        toast.success(`${productGroup} is archived`);
      }}
      onClose={onClose}
    >
      <p>
        All {countText(currentOf(group).length, 'variant')} leave the shop: orders, invoices and reviews keep working.
        They can be restored on this page.
      </p>
    </ConfirmDialog>
  );
}

export function ArchiveVariant({ variant, onClose }: { variant: StaffProduct; onClose(): void }) {
  const queryClient = useQueryClient();
  return (
    <ConfirmDialog
      title={`Archive ${toneOf(variant)}?`}
      confirm="Archive"
      action={async () => {
        await call(catalog.removeProduct, { params: { id: variant._id } });
        toast.success(`${toneOf(variant)} is archived`);
        await queryClient.invalidateQueries({ queryKey: PRODUCTS_KEY });
      }}
      onClose={onClose}
    >
      <p>It leaves the shop: orders, invoices and reviews keep working. It can be restored on this page.</p>
    </ConfirmDialog>
  );
}

/** The archived variants, which come back as drafts. */
export function ArchivedVariants({ group }: { group: ProductGroup }) {
  const queryClient = useQueryClient();
  const show = useShown();
  const [restoring, setRestoring] = useState<StaffProduct | 'all'>();
  const archived = archivedOf(group);
  if (archived.length === 0) return null;
  const restore = async () => {
    if (restoring === 'all') {
      show((await call(catalog.restoreProductGroup, { params: { code: group.productGroup } })).group);
      toast.success(`${group.productGroup} is restored`);
      return;
    }
    await call(catalog.restoreProduct, { params: { id: restoring!._id } });
    toast.success(`${toneOf(restoring!)} is restored`);
    await queryClient.invalidateQueries({ queryKey: PRODUCTS_KEY });
  };
  return (
    <section className={s.archived} aria-labelledby="archived">
      <h2 id="archived">Archived</h2>
      <ul>
        {archived.map((variant) => (
          <li key={variant._id}>
            {toneOf(variant)}
            <May permission="products.change">
              <RowButton of={toneOf(variant)} onClick={() => setRestoring(variant)}>
                Restore
              </RowButton>
            </May>
          </li>
        ))}
      </ul>
      {currentOf(group).length === 0 && (
        <May permission="products.change">
          <div>
            <Button onClick={() => setRestoring('all')}>Restore the group</Button>
          </div>
        </May>
      )}
      {restoring && (
        <ConfirmDialog
          title={`Restore ${restoring === 'all' ? group.productGroup : toneOf(restoring)}?`}
          confirm="Restore"
          action={restore}
          onClose={() => setRestoring(undefined)}
        >
          <p>What is restored is a draft: only staff see it until it is published.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function DuplicateDialog({ group, onClose }: { group: ProductGroup; onClose(): void }) {
  const leadOn = useLeadOn();
  const show = useShown();
  const [copyingOnce] = useState(createIntent);
  const { register, formState, formError, submit } = useContractForm({
    defaultValues: { productGroup: '' },
    toRequest: ({ productGroup }: { productGroup: string }) => ({
      call: catalog.duplicateProductGroup,
      body: { productGroup: productGroup.trim().toUpperCase() },
    }),
    fallbackField: 'productGroup',
  });
  const { errors, isSubmitting } = formState;
  const onSubmit = submit(async ({ body }) => {
    const params = { code: group.productGroup };
    const answer = await copyingOnce(body, (idempotencyKey) =>
      call(catalog.duplicateProductGroup, { params, body, idempotencyKey }),
    );
    show(answer.group);
    toast.success(`${group.productGroup} is copied`);
    onClose();
    await leadOn(`/admin/group/${answer.group.productGroup}`);
  });
  return (
    <FormDialog
      title={`Duplicate ${group.productGroup}`}
      save="Duplicate"
      busy={isSubmitting}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <p>
        {countText(currentOf(group).length, 'variant')} with texts, prices, customization and pictures, as drafts
        without a stock. What is not saved here is not copied.
      </p>
      <Field
        label="New product group (SKU)"
        hint="Two letters and 3 to 6 digits: AR-1042"
        autoCapitalize="characters"
        autoComplete="off"
        autoFocus
        error={errors.productGroup?.message}
        {...register('productGroup')}
      />
      <FormError message={formError} />
    </FormDialog>
  );
}

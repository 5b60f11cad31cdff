import { catalog } from '@shop/contracts/browser';
import { call, useParams, type Prefetch } from '@shop/mfe-kit';
import { Badge } from '@shop/ui/badge.tsx';
import { Button } from '@shop/ui/button.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { PRODUCTS_KEY } from '../../api/products.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import form from '../../components/form.module.css';
import { Loaded } from '../../components/load-states.tsx';
import { May } from '../../components/may.tsx';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { notFoundUnlessId, staffHead } from '../../components/staff-head.ts';
import { countText, momentText } from '../../components/texts.ts';
import { isWorking, productEditQuery, type ProductEdit } from './api/product-edits.ts';
import { taxonomiesQuery } from './api/taxonomies.ts';
import { EditForm } from './edit-form.tsx';
import { EditRows } from './edit-rows.tsx';
import { changeTexts, EDIT_STATE_NAMES, EDIT_STATE_TONES } from './edit-texts.ts';
import s from './product-edit-page.module.css';

const BACK = { to: '/admin/products', name: 'Products' };
const PAST = { to: '/admin/products?edits=yes', name: 'Edits of several' };

export const prefetch: Prefetch = (queryClient, { params }) => {
  const { id = '' } = params;
  const missing = notFoundUnlessId(id);
  if (missing) return missing;
  void queryClient.prefetchQuery(productEditQuery(id));
  return staffHead('Edit products');
};

/** An edit of several products: its form and preview, how far it is, what became of each product, and its undo. */
export function ProductEditPage() {
  const { id = '' } = useParams();
  const queryClient = useQueryClient();
  const query = useQuery(productEditQuery(id));
  const edit = query.data;
  const state = edit?.state;
  // Lists of products are others once an edit has ended.
  useEffect(() => {
    if (state === 'applied' || state === 'undone') void queryClient.invalidateQueries({ queryKey: PRODUCTS_KEY });
  }, [queryClient, state]);
  const show = (now: ProductEdit) => queryClient.setQueryData(productEditQuery(id).queryKey, now);
  return (
    <StaffFrame
      title={edit ? `Edit ${countText(edit.totalCount, 'product')}` : 'Edit products'}
      back={edit?.applied ? PAST : BACK}
    >
      <Loaded query={query} what="edit">
        {(loaded) =>
          loaded.applied ? <AppliedEdit edit={loaded} onChanged={show} /> : <NewEdit edit={loaded} onChanged={show} />
        }
      </Loaded>
    </StaffFrame>
  );
}

interface Props {
  edit: ProductEdit;
  onChanged(edit: ProductEdit): void;
}

/** Before it is applied: what is to change, and what would become of each product. */
function NewEdit({ edit, onChanged }: Props) {
  const taxonomies = useQuery(taxonomiesQuery);
  const [asking, setAsking] = useState(false);
  const { planned, problem, same } = edit.counts;
  return (
    <div className={s.page}>
      <section className={s.part} aria-labelledby="changes">
        <h2 id="changes">What changes</h2>
        <Loaded query={taxonomies} what="form">
          {(data) => <EditForm edit={edit} taxonomies={data} onPreviewed={onChanged} />}
        </Loaded>
      </section>
      {edit.preview > 0 && (
        <section className={s.part} aria-labelledby="preview">
          <h2 id="preview">Preview</h2>
          <p role="status">
            {edit.state === 'previewing'
              ? 'The preview is being made…'
              : `${planned} to change, ${problem} with a problem, ${same} with nothing to change`}
          </p>
          {edit.state === 'previewing' ? (
            <Progress edit={edit} />
          ) : (
            <>
              <p className={form.soft}>
                Nothing is changed yet. What has a problem stays as it is; what others change before its turn is
                skipped.
              </p>
              <May permission="products.change">
                <div className={form.buttons}>
                  <Button disabled={planned === 0} onClick={() => setAsking(true)}>
                    Apply to {countText(planned, 'product')}
                  </Button>
                </div>
              </May>
              <EditRows edit={edit} />
            </>
          )}
        </section>
      )}
      {asking && (
        <ConfirmDialog
          title={`Change ${countText(planned, 'product')}?`}
          confirm="Apply"
          action={async () => {
            const { preview, _id } = edit;
            onChanged((await call(catalog.applyProductEdit, { params: { id: _id }, body: { preview } })).edit);
          }}
          onClose={() => setAsking(false)}
        >
          <ul className={s.changes}>
            {changeTexts(edit.changes ?? {}).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <p>What is published changes in the shop at once. It can be undone for 90 days.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

/** From its apply on: how far it is, what became of each product, and its undo. */
function AppliedEdit({ edit, onChanged }: Props) {
  const [asking, setAsking] = useState(false);
  const { changed } = edit.counts;
  return (
    <div className={s.page}>
      <section className={s.part} aria-labelledby="state">
        <h2 id="state">
          What changed <Badge tone={EDIT_STATE_TONES[edit.state]}>{EDIT_STATE_NAMES[edit.state]}</Badge>
        </h2>
        <ul className={s.changes}>
          {changeTexts(edit.changes ?? {}).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <p className={form.soft}>
          Applied by {whoText(edit.applied!)}
          {edit.undone && `. Undone by ${whoText(edit.undone)}`}
        </p>
        <p role="status">{resultText(edit)}</p>
        {isWorking(edit) && <Progress edit={edit} />}
        {edit.state === 'applied' && changed > 0 && (
          <May permission="products.change">
            <div className={form.buttons}>
              <Button look="secondary" onClick={() => setAsking(true)}>
                Undo
              </Button>
            </div>
          </May>
        )}
      </section>
      <section className={s.part} aria-labelledby="products">
        <h2 id="products">Products</h2>
        <EditRows edit={edit} />
      </section>
      {asking && (
        <ConfirmDialog
          title={`Undo for ${countText(changed, 'product')}?`}
          confirm="Undo"
          action={async () => onChanged((await call(catalog.undoProductEdit, { params: { id: edit._id } })).edit)}
          onClose={() => setAsking(false)}
        >
          <p>
            Each field that still has the value of this edit gets the one from before. What somebody changed since
            stays, and is listed.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}

const whoText = ({ name, at }: NonNullable<ProductEdit['applied']>): string => `${name ?? 'staff'}, ${momentText(at)}`;

/** Without figures that move while it works: it is read out. */
function resultText({ state, counts }: ProductEdit): string {
  switch (state) {
    case 'applying':
      return 'It is being applied…';
    case 'undoing':
      return 'It is being undone…';
    case 'undone':
      return `Undone: ${counts.restored} restored, ${counts.kept} with something that changed since`;
    default:
      return `Applied: ${counts.changed} changed, ${counts.skipped} skipped, ${counts.problem} with a problem, ${counts.same} with nothing to change`;
  }
}

/** How many of the products of this part had their turn. */
function turnsOf({ state, counts, totalCount }: ProductEdit): { done: number; of: number } {
  const { planned, changed, skipped, restored, kept, problem, same } = counts;
  if (state === 'previewing') return { done: planned + problem + same, of: totalCount };
  if (state === 'applying') return { done: changed + skipped, of: planned + changed + skipped };
  return { done: restored + kept, of: restored + kept + changed };
}

function Progress({ edit }: { edit: ProductEdit }) {
  const { done, of } = turnsOf(edit);
  return (
    <div className={s.progress}>
      <progress value={done} max={Math.max(of, 1)} aria-label="Products that had their turn" />
      <p>
        {done.toLocaleString('en-IN')} of {of.toLocaleString('en-IN')}
        {edit.counts.skipped > 0 && `, ${edit.counts.skipped} skipped`}
      </p>
      {edit.isDelayed && <p className={form.soft}>Something was in the way. It goes on by itself in a moment.</p>}
      <p className={form.soft}>You can leave this page: it goes on, and is found under “Edits of several”.</p>
    </div>
  );
}

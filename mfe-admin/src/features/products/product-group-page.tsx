import { useParams, type Prefetch } from '@shop/mfe-kit';
import { Thumbnail } from '@shop/ui/thumbnail.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffProduct } from '../../api/products.ts';
import form from '../../components/form.module.css';
import { Loaded } from '../../components/load-states.tsx';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { countText } from '../../components/texts.ts';
import { archivedOf, currentOf, groupCustomizationQuery, groupQuery, type ProductGroup } from './api/product-groups.ts';
import { taxonomiesQuery } from './api/taxonomies.ts';
import { ArchivedVariants, ArchiveVariant, GroupActions } from './group-actions.tsx';
import { GroupCustomization } from './group-customization.tsx';
import { GroupForm } from './group-form.tsx';
import s from './group-form.module.css';

const BACK = { to: '/admin/products', name: 'Products' };
const GROUP_CODE = /^[A-Z]{2}-\d{3,6}$/;

const codeIn = ({ code = '' }: Readonly<Record<string, string | undefined>>): string => code.toUpperCase();

export const prefetch: Prefetch = (queryClient, { params }) => {
  const code = codeIn(params);
  if (!GROUP_CODE.test(code)) return { ...staffHead('Page Not Found'), status: 404 };
  void queryClient.prefetchQuery(taxonomiesQuery);
  void queryClient.prefetchQuery(groupQuery(code));
  void queryClient.prefetchQuery(groupCustomizationQuery(code));
  return staffHead(code);
};

/** `Meera Ring`, or the name of the first variant where they have several. */
const nameOf = ({ variants }: ProductGroup): string => variants[0]!.name;

/** A product group: what its variants share, and a row for each of them. */
export function ProductGroupPage() {
  const code = codeIn(useParams());
  const taxonomies = useQuery(taxonomiesQuery);
  // A refetch would put news of the stock under what is being written; what others saved is told on saving.
  const query = useQuery({ ...groupQuery(code), refetchOnWindowFocus: false });
  const [archiving, setArchiving] = useState<StaffProduct>();
  const group = query.data;
  return (
    <StaffFrame
      title={group ? `${code} ${nameOf(group)}` : code}
      back={BACK}
      record={group && `${code} ${nameOf(group)}`}
      actions={group && <GroupActions group={group} />}
    >
      <Loaded query={query} what="group" rows={8}>
        {(loaded) => (
          <div className={s.page}>
            <Head group={loaded} />
            {currentOf(loaded).length > 0 && (
              <Loaded query={taxonomies} what="form" rows={8}>
                {(lists) => <GroupForm key={code} group={loaded} taxonomies={lists} onArchive={setArchiving} />}
              </Loaded>
            )}
            <ArchivedVariants group={loaded} />
            <GroupCustomization group={code} />
          </div>
        )}
      </Loaded>
      {archiving && <ArchiveVariant variant={archiving} onClose={() => setArchiving(undefined)} />}
    </StaffFrame>
  );
}

function Head({ group }: { group: ProductGroup }) {
  const current = currentOf(group);
  const published = current.filter(({ status }) => status === 'published').length;
  const archived = archivedOf(group).length;
  const main = current[0] ?? group.variants[0]!;
  return (
    <div className={s.head}>
      <Thumbnail src={main.images[0]} size={88} />
      <p>
        <span>
          {current.length === 0 ? 'Archived' : `${countText(current.length, 'variant')}, ${published} in the shop`}
          {current.length > 0 && archived > 0 && `, ${archived} archived`}
        </span>
        <span className={form.soft}>
          {current.reduce((sum, { stock }) => sum + stock, 0)} free, {current.reduce((sum, { held }) => sum + held, 0)}{' '}
          held, {group.variants.reduce((sum, { sold }) => sum + sold, 0)} sold
        </span>
      </p>
    </div>
  );
}

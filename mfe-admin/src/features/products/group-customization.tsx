import { formatMoney, Link } from '@shop/mfe-kit';
import { buttonClass } from '@shop/ui/button.tsx';
import { useQuery } from '@tanstack/react-query';
import form from '../../components/form.module.css';
import { Loaded } from '../../components/load-states.tsx';
import { May } from '../../components/may.tsx';
import { groupCustomizationQuery } from './api/product-groups.ts';
import s from './group-form.module.css';

const rowsText = (rows: readonly { value: string; price: number }[]): string =>
  rows.map(({ value, price }) => (price > 0 ? `${value} (+ ${formatMoney(price, 'INR')})` : value)).join(', ') || '–';

/** What the pieces of the group can be made to order in, which has a form of its own. */
export function GroupCustomization({ group }: { group: string }) {
  const query = useQuery(groupCustomizationQuery(group));
  return (
    <section className={`${form.group} ${s.narrow}`} aria-labelledby="customization">
      <h2 id="customization">Customization</h2>
      <Loaded query={query} what="customization" rows={1} failure="Failed to fetch group customizations">
        {(customization) => (
          <>
            {customization ? (
              <dl className={s.choices}>
                <dt>Metal purity</dt>
                <dd>{rowsText(customization.metalPurity)}</dd>
                <dt>Stone type</dt>
                <dd>{rowsText(customization.stoneType)}</dd>
              </dl>
            ) : (
              <p className={s.soft}>Its pieces are sold as they lie ready.</p>
            )}
            <May permission="customizations.change">
              <div>
                <Link to={`/admin/customization?group=${group}`} className={buttonClass('secondary')}>
                  {customization ? 'Change' : 'Add'}
                  <span className="visually-hidden"> the customization</span>
                </Link>
              </div>
            </May>
          </>
        )}
      </Loaded>
    </section>
  );
}

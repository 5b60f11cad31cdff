import { Link } from '@shop/mfe-kit';
import type { OptionList } from '../../api/option-lists.ts';

/** Leads to the products that use a value of a list. */
export const OptionUsers = ({ list, value }: { list: OptionList; value: string }) => (
  <Link to={`/admin/products?option=${list.base}&value=${encodeURIComponent(value)}`}>Show these products</Link>
);

import { catalog } from '@shop/contracts';
import { done, type Seeds } from './seeds.ts';

/** Categories, materials and the option lists: an entry to change and one to remove. */
export async function seedLists({ staff, parameters, bodies }: Seeds): Promise<void> {
  for (const [kind, field] of [
    ['category', 'main'],
    ['material', 'tag'],
  ] as const) {
    const make = async (name: string) =>
      done(kind, await staff.create(`/admin/${kind}`, { [field]: name, sub: ['one', 'two'] }))[kind]._id as string;
    parameters[`catalog.change-${kind}`] = { id: await make('to change') };
    const removed = await make('to remove');
    parameters[`catalog.remove-${kind}`] = kind === 'category' ? { id: removed } : { tag: 'to remove' };
    await make('with subs');
    bodies[`catalog.create-${kind}`] = { [field]: 'brand new' };
    bodies[`catalog.change-${kind}`] = { sub: ['one', 'two', 'three'] };
    bodies[`catalog.add-sub-${kind}`] = { [field]: 'with subs', sub: 'three' };
    bodies[`catalog.remove-sub-${kind}`] = { [field]: 'with subs', sub: 'two' };
  }
  for (const [base, { field }] of Object.entries(catalog.OPTION_LISTS)) {
    for (const operation of ['change', 'remove']) {
      const made = await staff.create(`/admin/${base}`, { [field]: `to ${operation}`, price: 10 });
      parameters[`catalog.${operation}-${base}`] = { id: done(base, made).data._id };
    }
    bodies[`catalog.create-${base}`] = { [field]: 'brand new', price: 10 };
    bodies[`catalog.change-${base}`] = { [field]: 'changed', price: 20 };
  }
}

import type { catalog } from '@shop/contracts';
import { eventually } from '@shop/test-kit';
import type { CatalogHarness } from './catalog-harness.ts';

type Shop = Pick<CatalogHarness, 'send' | 'get' | 'staff'>;
type Edit = catalog.ProductEdit;
type Refused = { code?: string; errors?: Record<string, string>; details?: object };

const PATH = '/admin/product-edits';

/** Edits of several products as staff make them by the API. */
export const editsOf = (shop: () => Shop) => {
  const send = async (method: string, path: string, body?: unknown) =>
    shop().send<{ edit: Edit } & Refused>(method, `${PATH}${path}`, body, shop().staff);
  const edit = async (id: string): Promise<Edit> => (await send('GET', `/${id}`)).body.edit;
  const rows = async (id: string, query = 'limit=100') => {
    const path = `${PATH}/${id}/rows?${query}`;
    const answer = await shop().get<{ rows: catalog.ProductEditRow[]; totalCount: number }>(path, shop().staff);
    if (answer.status !== 200) throw new Error(`No rows: ${JSON.stringify(answer)}`);
    return answer.body;
  };
  const reaches = (id: string, state: Edit['state']) =>
    eventually(
      async () => {
        const now = await edit(id);
        if (now.state !== state) throw new Error(`It is ${JSON.stringify(now)}`);
        return now;
      },
      { what: `the edit being ${state}`, withinMs: 400_000 },
    );
  const choose = async (selection: unknown) => {
    const answer = await send('POST', '', selection);
    if (answer.status !== 201) throw new Error(`Not chosen: ${JSON.stringify(answer)}`);
    return answer.body.edit;
  };
  /** Chooses and previews. */
  const preview = async (selection: unknown, changes: unknown): Promise<Edit> => {
    const { _id } = await choose(selection);
    const answer = await send('PUT', `/${_id}`, changes);
    if (answer.status !== 200) throw new Error(`Not previewed: ${JSON.stringify(answer)}`);
    return reaches(_id, 'previewed');
  };
  const apply = async ({ _id, preview: number }: Edit): Promise<Edit> => {
    const answer = await send('POST', `/${_id}/apply`, { preview: number });
    if (answer.status !== 200) throw new Error(`Not applied: ${JSON.stringify(answer)}`);
    return reaches(_id, 'applied');
  };
  const undo = async ({ _id }: Edit): Promise<Edit> => {
    const answer = await send('POST', `/${_id}/undo`);
    if (answer.status !== 200) throw new Error(`Not undone: ${JSON.stringify(answer)}`);
    return reaches(_id, 'undone');
  };
  /** Of all pages. */
  const allRows = async (id: string): Promise<catalog.ProductEditRow[]> => {
    const found: catalog.ProductEditRow[] = [];
    for (let page = 1; ; page += 1) {
      const { rows: some, totalCount } = await rows(id, `limit=100&page=${page}`);
      found.push(...some);
      if (found.length >= totalCount || some.length === 0) return found;
    }
  };
  return { send, edit, rows, allRows, reaches, choose, preview, apply, undo };
};

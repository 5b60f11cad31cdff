// Asks a running catalog with demo data what the corpus asks, and judges its answers by the facts of the pieces, for
// `npm run bench -- search`: node test/judge-search.ts <url of the service> <products>. Writes a line of JSON.
import { type catalog, DEFAULT_TAX, mrpOf, rupeesFrom } from '@shop/contracts';
import { pieces } from '@shop/demo-data/catalogue.ts';
import { productOf } from '../src/demo-data/products.ts';
import { ASKED, hasFacts, KNOWN, MISSPELLED } from './search-corpus.ts';

const [url, size] = process.argv.slice(2);
const catalogue = pieces(Number(size)).map((piece, index) => {
  const { product, details } = productOf(piece, index);
  return { product, details, rupees: rupeesFrom(mrpOf(product.pricePaise, DEFAULT_TAX.gstRate)) };
});
const byId = new Map(catalogue.map((piece) => [String(piece.product._id), piece]));

async function search(text: string): Promise<catalog.Listing> {
  const answer = await fetch(`${url}/api/v1/search?q=${encodeURIComponent(text)}`);
  if (!answer.ok) throw new Error(`“${text}” is answered ${answer.status}`);
  return (await answer.json()) as catalog.Listing;
}

const wrong: string[] = [];
const precisions = [];
let exact = 0;
for (const { text, ...facts } of ASKED) {
  const right = catalogue.filter(({ product, details, rupees }) => hasFacts(product, details, rupees, facts));
  const groups = new Set(right.map(({ product }) => product.productGroup)).size;
  const { products, totalCount } = await search(text);
  const shown = products.slice(0, 10).map(({ _id }) => byId.get(_id)!);
  const good = shown.filter(({ product, details, rupees }) => hasFacts(product, details, rupees, facts)).length;
  const precision = groups === 0 ? Number(totalCount === 0) : good / Math.min(10, groups);
  precisions.push(precision);
  if (totalCount === groups) exact += 1;
  if (totalCount !== groups || precision < 1) {
    wrong.push(`“${text}”: ${totalCount} instead of ${groups}, precision ${precision.toFixed(2)}`);
  }
}

async function found(known: typeof KNOWN): Promise<number> {
  let count = 0;
  for (const [text, group] of known) {
    const first = (await search(text)).products.slice(0, 3);
    if (first.some(({ productGroup }) => productGroup === group)) count += 1;
    else wrong.push(`“${text}”: not ${group} but ${first.map(({ name }) => name).join(', ') || 'nothing'}`);
  }
  return count;
}

const figures = {
  precision: precisions.reduce((sum, each) => sum + each, 0) / ASKED.length,
  exact: exact / ASKED.length,
  known: (await found(KNOWN)) / KNOWN.length,
  misspelled: (await found(MISSPELLED)) / MISSPELLED.length,
  wrong,
};
process.stdout.write(`${JSON.stringify(figures)}\n`);

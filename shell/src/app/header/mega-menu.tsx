// Loaded on intent: the panels of the wide menu, and what the narrow menu has more of.
import { type AnswerOf, catalog } from '@shop/contracts/browser';
import { call, Link } from '@shop/mfe-kit';
import { Picture } from '@shop/ui/picture.tsx';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { ChevronIcon } from '../icons.tsx';
import type { MenuEntry, MenuItem, Way } from '../menus.ts';
import classes from './mega-menu.module.css';
import { usePanel } from './use-panel.ts';

export const menuQuery = queryOptions({
  queryKey: ['shell', 'menu'],
  queryFn: ({ signal }) => call(catalog.getMenu, { signal }),
  staleTime: 300_000,
});

type Menu = AnswerOf<typeof catalog.getMenu>;
type Ways = Menu['shop'];

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 });

function priceText({ from, to }: Ways['prices'][number]): string {
  if (from === undefined) return `Under ${rupees.format(to ?? 0)}`;
  return to === undefined ? `Above ${rupees.format(from)}` : `${rupees.format(from)} – ${rupees.format(to)}`;
}

const valueLinks = (path: string, facet: 'stone' | 'occasion', values: Ways['stones'], limit: number): Way[] =>
  values.slice(0, limit).map(({ value, label }) => ({
    name: label,
    to: `${path}?filter.${facet}=${encodeURIComponent(value)}`,
  }));

/** Links to a listing narrowed by stone, price and occasion. */
const waysOf = (path: string, { stones, prices, occasions }: Ways, limit = 6): { title: string; links: Way[] }[] =>
  [
    { title: 'By stone', links: valueLinks(path, 'stone', stones, limit) },
    {
      title: 'By price',
      links: prices.map((band) => {
        const limits = [
          ...(band.from === undefined ? [] : [`filter.price.gte=${band.from}`]),
          ...(band.to === undefined ? [] : [`filter.price.lte=${band.to}`]),
        ];
        return { name: priceText(band), to: `${path}?${limits.join('&')}` };
      }),
    },
    { title: 'By occasion', links: valueLinks(path, 'occasion', occasions, limit) },
  ].filter(({ links }) => links.length > 0);

const pathOfCollection = (slug: string): string => `/collection/${encodeURIComponent(slug)}`;

/** What the menu knows of a category or material, by the path of its listing. */
function entryAt(menu: Menu | undefined, path: string) {
  const segments = path.split('/').map(decodeURIComponent);
  return segments[1] === 'product'
    ? menu?.categories.find(({ main }) => main === segments[2])
    : menu?.materials.find(({ tag }) => tag === segments[2]);
}

/** Its parts that have pieces; all of them while that is unknown. */
function partsOf(entry: MenuEntry, known: ReturnType<typeof entryAt>): Way[] {
  const parts = entry.subs.filter(({ to }) => to !== entry.to);
  if (!known) return parts;
  const paths = new Set(known.subs.map(({ name }) => `${entry.to}/${encodeURIComponent(name)}`));
  return parts.filter(({ to }) => paths.has(to));
}

/**
 * The panel of an entry, a disclosure that `usePanel` opens and closes. The listeners are on the entry itself, which stays as the
 * server rendered it, so that it keeps the focus when this is loaded.
 */
function Panel({ name, clicked, children }: { name: string; clicked: Element | undefined; children: ReactNode }) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const { isOpen, isButton } = usePanel(panel, toggle, clicked);

  // The entry's own button says it, where it has one.
  useEffect(() => {
    const top = panel.current!.parentElement!.firstElementChild!;
    if (top.tagName !== 'BUTTON') return;
    top.setAttribute('aria-expanded', String(isOpen));
    top.setAttribute('aria-controls', id);
  }, [isOpen, id]);

  // Under its entry, as far as the width of the menu lets it.
  useLayoutEffect(() => {
    if (!isOpen) return;
    const element = panel.current!;
    const entry = element.parentElement!;
    const { clientWidth } = entry.closest('nav')!;
    element.style.maxWidth = `${clientWidth}px`;
    const under = entry.offsetLeft + (entry.offsetWidth - element.offsetWidth) / 2;
    const left = Math.max(0, Math.min(under, clientWidth - element.offsetWidth));
    element.style.left = `${left - entry.offsetLeft}px`;
  });

  return (
    <>
      {!isButton && (
        <button
          ref={toggle}
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={`Menu of ${name}`}
        >
          <ChevronIcon />
        </button>
      )}
      <div ref={panel} id={id} className={classes.panel} hidden={!isOpen}>
        {children}
      </div>
    </>
  );
}

function Column({ title, links }: { title: string; links: readonly Way[] }) {
  const id = useId();
  if (links.length === 0) return null;
  return (
    <div className={classes.column}>
      <p id={id} className={classes.title}>
        {title}
      </p>
      <ul aria-labelledby={id}>
        {links.map(({ name, to }) => (
          <li key={to}>
            <Link to={to} className={classes.link!}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Pictured({ image, name, to }: Way & { image: string | undefined }) {
  return (
    <Link to={to} className={classes.pictured!}>
      {image && <Picture src={image} alt="" sizes="13rem" className={classes.picture!} />}
      <span>{name}</span>
    </Link>
  );
}

/** A category: its parts, by stone, by price, by occasion, and its picture. */
export function CategoryPanel({ entry, clicked }: { entry: MenuEntry; clicked: Element | undefined }) {
  const known = entryAt(useQuery(menuQuery).data, entry.to);
  return (
    <Panel name={entry.name} clicked={clicked}>
      <Column title="By style" links={partsOf(entry, known)} />
      {known && waysOf(entry.to, known).map((way) => <Column key={way.title} {...way} />)}
      <Pictured image={known?.image} name={`All ${entry.name}`} to={entry.to} />
    </Panel>
  );
}

/** Of each way of a material. */
const OF_A_MATERIAL = 3;

/** All materials beside each other. */
export function MaterialsPanel({ entries, clicked }: { entries: readonly MenuEntry[]; clicked: Element | undefined }) {
  const { data } = useQuery(menuQuery);
  return (
    <Panel name="materials" clicked={clicked}>
      {entries.map((entry) => {
        const known = entryAt(data, entry.to);
        if (known?.count === 0) return null;
        return (
          <div key={entry.to} className={classes.material}>
            <Pictured image={known?.image} name={entry.name} to={entry.to} />
            <ul aria-label={entry.name}>
              {partsOf(entry, known).map(({ name, to }) => (
                <li key={to}>
                  <Link to={to} className={classes.link!}>
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
            {known && waysOf(entry.to, known, OF_A_MATERIAL).map((way) => <Column key={way.title} {...way} />)}
          </div>
        );
      })}
    </Panel>
  );
}

const collectionLinks = (menu: Menu | undefined, kind: Menu['collections'][number]['kind']): Way[] =>
  (menu?.collections ?? [])
    .filter((collection) => collection.kind === kind)
    .map(({ slug, name }) => ({ name, to: pathOfCollection(slug) }));

/** The panel of an item of the header; nothing where it has nothing below it. */
export function ItemPanel({ item, clicked }: { item: MenuItem; clicked: Element | undefined }) {
  if (item.kind === 'materials') return <MaterialsPanel entries={item.entries} clicked={clicked} />;
  if (item.kind === 'taxonomy' && item.isCategory) return <CategoryPanel entry={item} clicked={clicked} />;
  const subs = item.kind === 'taxonomy' ? item.subs.filter(({ to }) => to !== item.to) : item.subs;
  if (subs.length > 0) {
    return (
      <Panel name={item.name} clicked={clicked}>
        <Column title={item.name} links={subs} />
      </Panel>
    );
  }
  if (item.kind !== 'link') return null;
  if (item.to === '/shop') return <ShopPanel clicked={clicked} />;
  return item.to === '/collections' ? <CollectionsPanel clicked={clicked} /> : null;
}

/** The whole shop: by stone, by price, by occasion, and collections. */
export function ShopPanel({ clicked }: { clicked: Element | undefined }) {
  const { data } = useQuery(menuQuery);
  const [first] = data?.collections ?? [];
  return (
    <Panel name="the shop" clicked={clicked}>
      {data && waysOf('/shop', data.shop).map((way) => <Column key={way.title} {...way} />)}
      <Column title="Collections" links={collectionLinks(data, 'collection')} />
      <Column title="Gifts" links={collectionLinks(data, 'gift-guide')} />
      {first && <Pictured image={first.image} name={first.name} to={pathOfCollection(first.slug)} />}
      <Column title="Everything" links={[{ name: 'All jewellery', to: '/shop' }, ...OVERVIEWS]} />
    </Panel>
  );
}

const OVERVIEWS: Way[] = [
  { name: 'All collections', to: '/collections' },
  { name: 'All gift guides', to: '/gifts' },
];

const PICTURED_COLLECTIONS = 4;

/** Collections with their pictures, and gift guides. */
export function CollectionsPanel({ clicked }: { clicked: Element | undefined }) {
  const { data } = useQuery(menuQuery);
  const collections = data?.collections.filter(({ kind }) => kind === 'collection') ?? [];
  return (
    <Panel name="collections" clicked={clicked}>
      {collections.slice(0, PICTURED_COLLECTIONS).map(({ slug, name, image }) => (
        <Pictured key={slug} image={image} name={name} to={pathOfCollection(slug)} />
      ))}
      <Column title="Gifts" links={collectionLinks(data, 'gift-guide')} />
      <Column
        title="More"
        links={[
          ...collections.slice(PICTURED_COLLECTIONS).map(({ slug, name }) => ({ name, to: pathOfCollection(slug) })),
          ...OVERVIEWS,
        ]}
      />
    </Panel>
  );
}

/** The same ways in a sub-menu of the narrow menu, below its parts. */
export function NarrowWays({ path }: { path: string }) {
  const known = entryAt(useQuery(menuQuery).data, path);
  return (
    known &&
    waysOf(path, known, 4).map(({ title, links }) => (
      <li key={title} className={classes.narrow}>
        <span className={classes.title}>{title}</span>
        <ul aria-label={title}>
          {links.map(({ name, to }) => (
            <li key={to}>
              <Link to={to}>{name}</Link>
            </li>
          ))}
        </ul>
      </li>
    ))
  );
}

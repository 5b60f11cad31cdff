import { Link, type Prefetch } from '@shop/mfe-kit';
import { Badge } from '@shop/ui/badge.tsx';
import { Thumbnail } from '@shop/ui/thumbnail.tsx';
import { useQueryClient } from '@tanstack/react-query';
import {
  MEDIA_KEY,
  mediaQuery,
  pathOfMedium,
  type MediaAnswer,
  type MediaFilter,
  type Medium,
} from '../../api/media.ts';
import form from '../../components/form.module.css';
import { ListScreen } from '../../components/list/list-screen.tsx';
import { sortIn, type Column, type List } from '../../components/list/list.ts';
import { prefetchList } from '../../components/list/prefetch-list.ts';
import { usePaging } from '../../components/paging.ts';
import { momentText, sentence } from '../../components/texts.ts';
import { KINDS } from '../../components/upload/send-file.ts';
import { UploadField } from '../../components/upload/upload-field.tsx';
import { nounOf, pixelsOf, sizeText } from './media-texts.ts';
import { MediaUses, USE_KINDS, wordsOf } from './media-uses.tsx';
import s from './media.module.css';

const SOURCES = [
  ['staff', 'Staff'],
  ['service', 'Shoppers and option lists'],
  ['demo', 'The demo shop'],
] as const;
const USES = [
  ['used', 'In use'],
  ['unused', 'Not in use'],
] as const;

const DOUBLES = [['only', 'There more than once']] as const;

const chosen = <Value extends string>(
  search: URLSearchParams,
  name: string,
  values: readonly (readonly [Value, string])[],
): Value | undefined => values.find(([value]) => value === search.get(name))?.[0];

const isTab = (kind: string | null, isDemo: boolean) => (search: URLSearchParams) =>
  search.get('kind') === kind && (search.get('source') === 'demo') === isDemo;

const LIST: List<Medium, MediaFilter, MediaAnswer> = {
  name: 'media',
  path: '/admin/media',
  what: 'media',
  title: 'Media library',
  counted: ['file'],
  search: 'Piece, collection, category or banner that shows it',
  filters: [
    { name: 'source', label: 'Uploaded by', options: SOURCES },
    { name: 'use', label: 'Use', options: USES },
    { name: 'usedBy', label: 'Used by', options: USE_KINDS },
    { name: 'doubles', label: 'Same file', options: DOUBLES },
  ],
  tabsLabel: 'Kinds of media',
  tabs: [
    { name: 'Pictures', set: { kind: undefined, source: undefined }, isCurrent: isTab(null, false) },
    { name: 'Clips', set: { kind: 'videos', source: undefined }, isCurrent: isTab('videos', false) },
    { name: 'Demo pictures', set: { kind: undefined, source: 'demo' }, isCurrent: isTab(null, true) },
    { name: 'Demo clips', set: { kind: 'videos', source: 'demo' }, isCurrent: isTab('videos', true) },
  ],
  filterOf(search) {
    const [source, use] = [chosen(search, 'source', SOURCES), chosen(search, 'use', USES)];
    const [usedBy, doubles] = [chosen(search, 'usedBy', USE_KINDS), chosen(search, 'doubles', DOUBLES)];
    const sort = sortIn(search, ['uploaded', '-uploaded', 'size', '-size']);
    const q = search.get('q')?.slice(0, 100);
    return {
      ...(q && { q }),
      ...(usedBy && { usedBy }),
      ...(doubles && { doubles }),
      ...(sort && { sort }),
      ...(search.get('kind') === 'videos' && { kind: 'videos' as const }),
      ...(source && { source }),
      ...(use && { use }),
    };
  },
  query: mediaQuery,
  rowsOf: ({ media }) => media,
  idOf: ({ src }) => src,
  nameOf: ({ name }) => name,
  hrefOf: pathOfMedium,
  empty: {
    title: 'No uploads yet',
    help: 'What staff upload for products, collections, banners and posts is here, and what they upload above.',
  },
  none: 'Nothing here fits these filters',
};

export const prefetch: Prefetch = (queryClient, { url }) => prefetchList(queryClient, LIST, url.searchParams);

const COLUMNS: readonly Column<Medium>[] = [
  {
    id: 'medium',
    header: 'File',
    isFixed: true,
    cell: (medium) => (
      <Link to={pathOfMedium(medium)} aria-label={`${sentence(nounOf(medium))} ${medium.alt ?? medium.name}`}>
        {medium.kind === 'videos' ? (
          <video className={s.clip} src={medium.src} muted playsInline preload="metadata" tabIndex={-1} />
        ) : (
          <Thumbnail src={medium.src} size={72} />
        )}
      </Link>
    ),
    csv: ({ src }) => src,
  },
  {
    id: 'uses',
    header: 'Where used',
    cell: ({ uses }) => <MediaUses uses={uses} />,
    csv: ({ uses }) => (uses ? uses.map(wordsOf).join(' | ') : ''),
  },
  {
    id: 'pixels',
    header: 'Pixels',
    cell: (medium) => <span className={form.cellWhole}>{pixelsOf(medium) || '–'}</span>,
    csv: pixelsOf,
  },
  {
    id: 'size',
    header: 'Size',
    sort: 'size',
    cell: ({ size }) => <span className={form.cellWhole}>{size === undefined ? '–' : sizeText(size)}</span>,
    csv: ({ size }) => size ?? '',
  },
  {
    id: 'uploaded',
    header: 'Uploaded',
    sort: 'uploaded',
    cell: ({ uploadedAt }) => (uploadedAt ? momentText(uploadedAt) : '–'),
    csv: ({ uploadedAt }) => uploadedAt ?? '',
  },
  { id: 'by', header: 'By', cell: ({ uploadedBy }) => uploadedBy ?? '–', csv: ({ uploadedBy }) => uploadedBy ?? '' },
  {
    id: 'doubles',
    header: 'Same file',
    cell: ({ doubles }) =>
      doubles.length === 0 ? (
        '–'
      ) : (
        <Badge tone="busy">{doubles.length === 1 ? 'There twice' : `There ${doubles.length + 1} times`}</Badge>
      ),
    csv: ({ doubles }) => doubles.join(' | '),
  },
];

/** As many as the list shows at once. */
const MOST_AT_ONCE = 100;

/** All pictures and clips, and where each is used. */
export function MediaPage() {
  return <ListScreen list={LIST} columns={COLUMNS} note={<Uploads />} />;
}

/** Files that are to be there before something shows them. */
function Uploads() {
  const queryClient = useQueryClient();
  const filter = LIST.filterOf(usePaging().search);
  const kind = filter.kind === 'videos' ? 'video' : 'image';
  if (filter.source === 'demo') return null;
  return (
    <div className={s.uploads}>
      <UploadField
        // What is on its way is of its kind.
        key={kind}
        kind={kind}
        label={kind === 'video' ? 'Upload clips' : 'Upload pictures'}
        hint={`${KINDS[kind].hint} each. Several at once; or drop them here. They stay until somebody deletes them`}
        room={MOST_AT_ONCE}
        isLibrary
        onStored={() => void queryClient.invalidateQueries({ queryKey: MEDIA_KEY })}
      />
    </div>
  );
}

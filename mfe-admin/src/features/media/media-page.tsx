import { content } from '@shop/contracts/browser';
import { call, toast, type Prefetch } from '@shop/mfe-kit';
import { Badge } from '@shop/ui/badge.tsx';
import { Thumbnail } from '@shop/ui/thumbnail.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { MEDIA_KEY, mediaQuery, type MediaAnswer, type MediaFilter, type Medium } from '../../api/media.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import form from '../../components/form.module.css';
import { ListScreen } from '../../components/list/list-screen.tsx';
import type { Column, List } from '../../components/list/list.ts';
import { prefetchList } from '../../components/list/prefetch-list.ts';
import { RowButton } from '../../components/row-button.tsx';
import { momentText } from '../../components/texts.ts';
import { MediaUses, wordsOf } from './media-uses.tsx';
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
  filters: [
    { name: 'source', label: 'Uploaded by', options: SOURCES },
    { name: 'use', label: 'Use', options: USES },
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
    return {
      ...(search.get('kind') === 'videos' && { kind: 'videos' as const }),
      ...(source && { source }),
      ...(use && { use }),
    };
  },
  query: mediaQuery,
  rowsOf: ({ media }) => media,
  idOf: ({ src }) => src,
  nameOf: ({ name }) => name,
  empty: { title: 'No uploads yet', help: 'What staff upload for products, collections, banners and posts is here.' },
  none: 'Nothing here fits these filters',
};

export const prefetch: Prefetch = (queryClient, { url }) => prefetchList(queryClient, LIST, url.searchParams);

/** `1.2 MB`, `340 kB`. */
const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

const pixelsOf = ({ width, height }: Medium): string => (width && height ? `${width} × ${height}` : '');

const columnsOf = (onRemove: (medium: Medium) => void): readonly Column<Medium>[] => [
  {
    id: 'medium',
    header: 'File',
    isFixed: true,
    cell: ({ src, kind, name }) =>
      kind === 'videos' ? (
        <video className={s.clip} src={src} controls muted playsInline preload="metadata" aria-label={`Clip ${name}`} />
      ) : (
        <a href={`${src}?w=1600`} target="_blank" rel="noreferrer" aria-label={`Picture ${name}, in full size`}>
          <Thumbnail src={src} size={72} />
        </a>
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
    cell: ({ size }) => <span className={form.cellWhole}>{size === undefined ? '–' : sizeText(size)}</span>,
    csv: ({ size }) => size ?? '',
  },
  {
    id: 'uploaded',
    header: 'Uploaded',
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
        <span className={form.cellLines}>
          <Badge tone="busy">{doubles.length === 1 ? 'There twice' : `There ${doubles.length + 1} times`}</Badge>
          {doubles.map((src, i) => (
            <a key={src} href={src} target="_blank" rel="noreferrer">
              Other {i + 1}
            </a>
          ))}
        </span>
      ),
    csv: ({ doubles }) => doubles.join(' | '),
  },
  {
    id: 'actions',
    header: 'Change',
    width: 'none',
    cell: (medium) =>
      medium.source !== 'demo' &&
      medium.uses?.length === 0 && (
        <RowButton of={medium.name} onClick={() => onRemove(medium)}>
          Delete
        </RowButton>
      ),
  },
];

/** All pictures and clips, and where each is used. What nothing shows can be deleted. */
export function MediaPage() {
  const queryClient = useQueryClient();
  const [removing, setRemoving] = useState<Medium>();
  const columns = useMemo(() => columnsOf(setRemoving), []);
  const remove = async ({ kind, name }: Medium) => {
    try {
      await call(content.removeMedium, { params: { kind, name } });
      toast.success('Deleted');
    } finally {
      await queryClient.invalidateQueries({ queryKey: MEDIA_KEY });
    }
  };
  return (
    <>
      <ListScreen list={LIST} columns={columns} />
      {removing && (
        <ConfirmDialog
          title={removing.kind === 'videos' ? 'Delete this clip?' : 'Delete this picture?'}
          confirm="Delete"
          action={() => remove(removing)}
          onClose={() => setRemoving(undefined)}
        >
          {removing.kind === 'images' && <Thumbnail src={removing.src} size={120} />}
          <p>
            Nothing shows it. In a form in which somebody has chosen it and not saved yet, it will be missing. This
            cannot be undone; what nothing shows for a day is deleted without asking.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

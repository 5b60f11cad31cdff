import { content } from '@shop/contracts/browser';
import { ApiError, call, Link, toast, useParams, type Prefetch } from '@shop/mfe-kit';
import { Button, buttonClass } from '@shop/ui/button.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import { pictureAt, pictureSrcSet } from '@shop/ui/picture-sources.ts';
import { Thumbnail } from '@shop/ui/thumbnail.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { MEDIA_KEY, mediumQuery, paramsOf, pathOfMedium, type Medium, type MediumDetails } from '../../api/media.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import form from '../../components/form.module.css';
import { Loaded } from '../../components/load-states.tsx';
import { May } from '../../components/may.tsx';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { countText, momentText } from '../../components/texts.ts';
import { useLeadOn } from '../../components/use-lead-on.ts';
import { nounOf, pixelsOf, sizeText } from './media-texts.ts';
import { isMovable, MediaUses, NamedUses, pathOf, wordsOf } from './media-uses.tsx';
import s from './medium.module.css';
import { ReplaceDialog } from './replace-dialog.tsx';

const BACK = { to: '/admin/media', name: 'Media library' };
type Shown = NonNullable<MediumDetails['shown']>[number];

const kindIn = (kind: string | undefined): Medium['kind'] | undefined =>
  kind === 'images' || kind === 'videos' ? kind : undefined;

export const prefetch: Prefetch = (queryClient, { params: { kind, name = '' } }) => {
  const known = kindIn(kind);
  if (!known) return { ...staffHead('Page Not Found'), status: 404 };
  void queryClient.prefetchQuery(mediumQuery({ kind: known, name }));
  return staffHead(known === 'videos' ? 'Clip' : 'Picture');
};

/** One picture or clip: what it is, where it is shown, and what can be done with it. */
export function MediumPage() {
  const { kind, name = '' } = useParams();
  const query = useQuery(mediumQuery({ kind: kindIn(kind) ?? 'images', name }));
  const title = kind === 'videos' ? 'Clip' : 'Picture';
  const { data, error } = query;
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <StaffFrame title={title} back={BACK} record={data && `${title} ${data.medium.alt ?? data.medium.name}`}>
      {isGone ? (
        <EmptyState title={`This ${title.toLowerCase()} does not exist`}>
          <Link to={BACK.to}>To the library</Link>
        </EmptyState>
      ) : (
        <Loaded query={query} what={title.toLowerCase()}>
          {(details) => <Details key={details.medium.src} {...details} />}
        </Loaded>
      )}
    </StaffFrame>
  );
}

function Details({ medium, shown, same }: MediumDetails) {
  const noun = nounOf(medium);
  return (
    <div className={s.columns}>
      <section className={form.stack} aria-label={noun === 'clip' ? 'The clip' : 'The picture'}>
        <Preview medium={medium} />
        <Actions medium={medium} shown={shown} />
      </section>
      <div className={form.stack}>
        <section className={form.group}>
          <h2>The file</h2>
          <Facts medium={medium} />
        </section>
        <section className={form.group}>
          <h2>Where used</h2>
          <Places noun={noun} shown={shown} count={medium.useCount} />
        </section>
        {same.length > 0 && (
          <section className={form.group}>
            <h2>The same file</h2>
            <Doubles medium={medium} same={same} />
          </section>
        )}
      </div>
    </div>
  );
}

function Preview({ medium }: { medium: Medium }) {
  const { src, kind, name, width, height, alt } = medium;
  // Reserves its space.
  const size = { ...(width && { width }), ...(height && { height }) };
  return kind === 'videos' ? (
    <video className={s.preview} src={src} controls muted playsInline preload="metadata" aria-label={`Clip ${name}`} />
  ) : (
    <img
      className={s.preview}
      {...size}
      sizes="(width >= 64rem) 50vw, 100vw"
      srcSet={pictureSrcSet(src)}
      src={pictureAt(src, 960)}
      alt={alt ?? `The picture ${name}`}
    />
  );
}

const SOURCES: Readonly<Record<Medium['source'], string>> = {
  staff: 'Staff',
  service: 'A shopper, with a review, or an option list',
  demo: 'The demo shop',
};

function Facts({ medium }: { medium: Medium }) {
  const { name, type, size, uploadedAt, uploadedBy, source, unusedSince, isKept } = medium;
  const facts: [string, ReactNode][] = [
    ['Name', name],
    ['Pixels', pixelsOf(medium) || 'Not known'],
    ['Size', size === undefined ? 'Not known' : sizeText(size)],
    ['Type', type ?? 'Not known'],
    ['Uploaded by', uploadedBy ?? SOURCES[source]],
    ['Uploaded', uploadedAt ? momentText(uploadedAt) : 'Not known'],
    ...(unusedSince ? ([['Not in use since', momentText(unusedSince)]] as [string, ReactNode][]) : []),
    ...(isKept ? ([['While nothing shows it', 'It stays in the library']] as [string, ReactNode][]) : []),
  ];
  return (
    <dl className={s.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const column = columnsOf<Shown>();
/** A clip has a place alone. */
const PLACES: Columns<Shown> = [
  column.display({
    id: 'place',
    header: 'Place',
    cell: ({ row: { original } }) => (
      <Link to={pathOf(original.use)} className={form.cellLink}>
        {wordsOf(original.use)}
      </Link>
    ),
  }),
  column.accessor('alt', { header: 'Alternative text', cell: ({ getValue }) => getValue() ?? '–' }),
  column.accessor('focus', {
    header: 'Focal point',
    cell: ({ getValue }) => {
      const focus = getValue();
      return focus ? `${focus.x} % across, ${focus.y} % down` : '–';
    },
  }),
];

function Places({ noun, shown, count = 0 }: { noun: string; shown: Shown[] | undefined; count?: number | undefined }) {
  if (!shown) return <p className={form.soft}>Not known right now. Try again in a moment.</p>;
  if (shown.length === 0) return <p>Nothing shows this {noun}.</p>;
  return (
    <>
      <DataTable
        caption={`What shows this ${noun}`}
        columns={noun === 'clip' ? PLACES.slice(0, 1) : PLACES}
        rows={shown}
        idOf={({ use: { kind, id } }) => `${kind} ${id}`}
      />
      {count > shown.length && <p className={form.soft}>And {count - shown.length} more.</p>}
      {noun === 'picture' && shown.some(({ use }) => use.kind === 'product') && (
        <p className={form.soft}>
          Alternative text and focal point belong to the place: they are changed in the pictures of the product.
        </p>
      )}
    </>
  );
}

function Actions({ medium, shown }: { medium: Medium; shown: Shown[] | undefined }) {
  const leadOn = useLeadOn();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<'replace' | 'delete'>();
  const noun = nounOf(medium);
  const isFree = shown?.length === 0;
  const remove = async () => {
    try {
      await call(content.removeMedium, { params: paramsOf(medium) });
    } catch (error) {
      await queryClient.invalidateQueries({ queryKey: MEDIA_KEY });
      throw error;
    }
    await leadOn('/admin/media');
    toast.success('Deleted');
    queryClient.removeQueries({ queryKey: mediumQuery(paramsOf(medium)).queryKey });
    await queryClient.invalidateQueries({ queryKey: MEDIA_KEY });
  };
  return (
    <>
      <div className={form.buttons}>
        <a className={buttonClass('secondary')} href={`/api/v1${pathOfMedium(medium)}/original`} download={medium.name}>
          Download
        </a>
        <May permission="media.upload">
          {shown?.some(({ use }) => isMovable(use)) && (
            <Button look="secondary" onClick={() => setOpen('replace')}>
              Replace
            </Button>
          )}
          {isFree && medium.source !== 'demo' && (
            <Button look="secondary" onClick={() => setOpen('delete')}>
              Delete
            </Button>
          )}
        </May>
      </div>
      <May permission="media.upload">
        {medium.source === 'demo' ? (
          <p className={form.soft}>It belongs to the demo shop, and cannot be deleted.</p>
        ) : (
          shown &&
          !isFree && (
            <p className={form.soft}>
              It can be deleted when nothing shows it: {countText(shown.length, 'place')} would be without{' '}
              {noun === 'clip' ? 'their clip' : 'their picture'}.
            </p>
          )
        )}
      </May>
      {open === 'replace' && <ReplaceDialog medium={medium} shown={shown!} onClose={() => setOpen(undefined)} />}
      {open === 'delete' && (
        <ConfirmDialog
          title={`Delete this ${noun}?`}
          confirm="Delete"
          action={remove}
          onClose={() => setOpen(undefined)}
        >
          <p>
            Nothing shows it. In a form in which somebody has chosen it and not saved yet, it will be missing. This
            cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function Doubles({ medium, same }: { medium: Medium; same: Medium[] }) {
  const queryClient = useQueryClient();
  const [isKeeping, setKeeping] = useState(false);
  const noun = nounOf(medium);
  const isKnown = same.every(({ uses }) => uses);
  const uses = same.flatMap((one) => one.uses ?? []);
  const count = same.reduce((sum, { useCount = 0 }) => sum + useCount, 0);
  const keep = async () => {
    try {
      const { moved } = await call(content.keepOneMedium, {
        params: paramsOf(medium),
        body: { others: same.map(({ src }) => src) },
      });
      toast.success(moved.length === 0 ? 'Kept' : `Kept: ${countText(moved.length, 'place')} changed`);
    } finally {
      await queryClient.invalidateQueries({ queryKey: MEDIA_KEY });
    }
  };
  return (
    <>
      <p>
        {same.length === 1 ? 'Another one has' : `${same.length} others have`} the same content. One of them is enough.
      </p>
      <ul className={s.doubles}>
        {same.map((other) => (
          <li key={other.src}>
            {noun === 'picture' && <Thumbnail src={other.src} size={56} />}
            <div>
              <Link to={pathOfMedium(other)} className={form.cellLink}>
                {other.name}
              </Link>
              <MediaUses uses={other.uses} />
            </div>
          </li>
        ))}
      </ul>
      <May permission="media.upload">
        <div className={form.buttons}>
          <Button look="secondary" disabled={!isKnown} onClick={() => setKeeping(true)}>
            Keep this one
          </Button>
          {!isKnown && <p className={form.soft}>Not while it is not known what shows the others.</p>}
        </div>
      </May>
      {isKeeping && (
        <ConfirmDialog
          title={`Keep only this ${noun}?`}
          confirm="Keep this one"
          action={keep}
          failure="Not all could be changed. What was changed stays; do it again for the rest"
          onClose={() => setKeeping(false)}
        >
          {count > 0 ? (
            <>
              <p>What shows the {same.length === 1 ? 'other one' : 'others'} shows this one then:</p>
              <NamedUses uses={uses} more={count - uses.length} />
            </>
          ) : (
            <p>Nothing shows the {same.length === 1 ? 'other one' : 'others'}.</p>
          )}
          <p>
            {same.length === 1 ? 'It leaves' : 'They leave'} the library, and{' '}
            {same.length === 1 ? 'is deleted' : 'are deleted'} when nothing has shown{' '}
            {same.length === 1 ? 'it' : 'them'} for a day. This cannot be undone; the shop looks as before.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

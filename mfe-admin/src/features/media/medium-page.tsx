import { ApiError, Link, useParams, type Prefetch } from '@shop/mfe-kit';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { pictureAt, pictureSrcSet } from '@shop/ui/picture-sources.ts';
import { useQuery } from '@tanstack/react-query';
import { mediumQuery, type Medium, type MediumDetails } from '../../api/media.ts';
import form from '../../components/form.module.css';
import { Loaded } from '../../components/load-states.tsx';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { nounOf } from './media-texts.ts';
import { MediumActions } from './medium-actions.tsx';
import { MediumDoubles } from './medium-doubles.tsx';
import { MediumFacts } from './medium-facts.tsx';
import { MediumPlaces } from './medium-places.tsx';
import s from './medium.module.css';

const BACK = { to: '/admin/media', name: 'Media library' };

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
        <MediumActions medium={medium} shown={shown} />
      </section>
      <div className={form.stack}>
        <section className={form.group}>
          <h2>The file</h2>
          <MediumFacts medium={medium} />
        </section>
        <section className={form.group}>
          <h2>Where used</h2>
          <MediumPlaces noun={noun} shown={shown} count={medium.useCount} />
        </section>
        {same.length > 0 && (
          <section className={form.group}>
            <h2>The same file</h2>
            <MediumDoubles medium={medium} same={same} />
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

import { Button } from '@shop/ui/button.tsx';
import { Dialog, DialogActions } from '@shop/ui/dialog.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { Field } from '@shop/ui/field.tsx';
import { Picture } from '@shop/ui/picture.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { mediaQuery, type Medium } from '../../api/media.ts';
import { Loaded, RowsSkeleton } from '../load-states.tsx';
import { countText } from '../texts.ts';
import s from './gallery.module.css';

interface Props {
  /** Addresses of pictures that are there already. */
  taken: readonly string[];
  /** How many more there may be; without it one is chosen, and at once. */
  room?: number;
  /** Width in pixels from which one is sharp where the shop shows it. */
  sharpFrom?: number;
  onChoose(pictures: readonly Medium[]): void;
  onClose(): void;
}

const PAGE = 24;
const SOURCES = [
  ['staff', 'Uploads'],
  ['service', 'Shoppers'],
  ['demo', 'Demo shop'],
] as const;

/** Pictures that were uploaded before, to choose some of. */
export function LibraryDialog({ taken, room, sharpFrom = 0, onChoose, onClose }: Props) {
  const id = useId();
  const [source, setSource] = useState<(typeof SOURCES)[number][0]>('staff');
  const [q, setQ] = useState('');
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<readonly Medium[]>([]);
  const query = useQuery({
    ...mediaQuery({ source, page, limit: PAGE, ...(q && { q }) }),
    placeholderData: keepPreviousData,
  });
  const isChosen = (src: string): boolean => chosen.some((one) => one.src === src);
  const choose = (medium: Medium) => {
    if (room === undefined) return onChoose([medium]);
    setChosen(isChosen(medium.src) ? chosen.filter(({ src }) => src !== medium.src) : [...chosen, medium]);
  };
  return (
    <Dialog title={room === undefined ? 'Choose a picture' : 'Choose from the library'} kind="search" onClose={onClose}>
      <div className={s.about}>
        <Field
          label="What it shows"
          type="search"
          hint="Name or code of a piece, name of a collection, category or banner"
          maxLength={100}
          value={q}
          onChange={({ currentTarget: { value } }) => {
            setQ(value);
            setPage(1);
          }}
          // Within a form it would save that.
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
        <div className={s.sources} role="radiogroup" aria-label="Pictures of">
          {SOURCES.map(([value, label]) => (
            <label key={value} htmlFor={`${id}-${value}`}>
              <input
                id={`${id}-${value}`}
                type="radio"
                name={`${id}-source`}
                checked={source === value}
                onChange={() => {
                  setSource(value);
                  setPage(1);
                }}
              />
              {label}
            </label>
          ))}
        </div>
        <Loaded query={query} what="pictures">
          {({ media, totalCount }) => (
            <>
              {media.length === 0 &&
                (query.isPlaceholderData ? (
                  <RowsSkeleton what="pictures" />
                ) : (
                  <EmptyState title={q ? 'No picture shows that' : 'No pictures yet'} />
                ))}
              <ul className={s.library} aria-label="Pictures of the library">
                {media.map((medium) => {
                  const { src, name, alt } = medium;
                  const isTaken = taken.includes(src);
                  return (
                    <li key={src}>
                      <button
                        type="button"
                        aria-pressed={isTaken || isChosen(src)}
                        disabled={isTaken || (room !== undefined && !isChosen(src) && chosen.length >= room)}
                        aria-label={`Picture ${alt ?? name}`}
                        onClick={() => choose(medium)}
                      >
                        <Picture src={src} alt="" sizes="8rem" />
                      </button>
                      <small title={alt}>{isTaken ? 'Here already' : whatOf(medium)}</small>
                      {medium.width !== undefined && medium.width < sharpFrom && (
                        <small>Only {medium.width} pixels wide</small>
                      )}
                    </li>
                  );
                })}
              </ul>
              {totalCount > PAGE && (
                <div className={s.pages}>
                  <Button look="secondary" disabled={page === 1} onClick={() => setPage(page - 1)}>
                    Newer
                  </Button>
                  <span>
                    Page {page} of {Math.ceil(totalCount / PAGE)}
                  </span>
                  <Button look="secondary" disabled={page * PAGE >= totalCount} onClick={() => setPage(page + 1)}>
                    Older
                  </Button>
                </div>
              )}
            </>
          )}
        </Loaded>
        <DialogActions>
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          {room !== undefined && (
            <Button disabled={chosen.length === 0} onClick={() => onChoose(chosen)}>
              {chosen.length === 0 ? 'Add' : `Add ${countText(chosen.length, 'picture')}`}
            </Button>
          )}
        </DialogActions>
      </div>
    </Dialog>
  );
}

/** What people know it by. */
const whatOf = ({ alt, uses }: Medium): string =>
  alt ?? uses?.[0]?.label ?? (uses ? 'Not in use' : 'Not known right now');

import { Button } from '@shop/ui/button.tsx';
import { Dialog, DialogActions } from '@shop/ui/dialog.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { Picture } from '@shop/ui/picture.tsx';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { mediaQuery } from '../../api/media.ts';
import { Loaded } from '../load-states.tsx';
import { countText } from '../texts.ts';
import s from './gallery.module.css';

interface Props {
  /** Addresses of pictures that are there already. */
  taken: readonly string[];
  /** How many more there may be. */
  room: number;
  onChoose(images: readonly string[]): void;
  onClose(): void;
}

const PAGE = 24;
const SOURCES = [
  ['staff', 'Uploads'],
  ['demo', 'Demo shop'],
] as const;

/** Pictures that were uploaded before, to choose some of. */
export function LibraryDialog({ taken, room, onChoose, onClose }: Props) {
  const id = useId();
  const [source, setSource] = useState<(typeof SOURCES)[number][0]>('staff');
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const query = useQuery(mediaQuery({ source, page, limit: PAGE }));
  const toggle = (src: string) =>
    setChosen((now) => (now.includes(src) ? now.filter((one) => one !== src) : [...now, src]));
  return (
    <Dialog title="Choose from the library" kind="search" onClose={onClose}>
      <div className={s.about}>
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
              {media.length === 0 && <EmptyState title="No pictures yet" />}
              <ul className={s.library} aria-label="Pictures of the library">
                {media.map(({ src, name, uses }) => {
                  const isTaken = taken.includes(src);
                  const isChosen = chosen.includes(src);
                  return (
                    <li key={src}>
                      <button
                        type="button"
                        aria-pressed={isTaken || isChosen}
                        disabled={isTaken || (!isChosen && chosen.length >= room)}
                        aria-label={`Picture ${name}`}
                        onClick={() => toggle(src)}
                      >
                        <Picture src={src} alt="" sizes="8rem" />
                      </button>
                      <small>{isTaken ? 'Here already' : uses?.[0] ? uses[0].label : 'Not in use'}</small>
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
          <Button disabled={chosen.length === 0} onClick={() => onChoose(chosen)}>
            {chosen.length === 0 ? 'Add' : `Add ${countText(chosen.length, 'picture')}`}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

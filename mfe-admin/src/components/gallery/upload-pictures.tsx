import { Button } from '@shop/ui/button.tsx';
import { type Ref, useState } from 'react';
import { pictureProblem, PictureField, UPLOAD_LIMIT } from '../picture-field.tsx';
import { refusalOf, sendPicture } from '../upload-picture.ts';
import s from './gallery.module.css';

interface Props {
  /** Of the input. */
  ref?: Ref<HTMLInputElement>;
  /** Addresses of the pictures that are there. */
  taken: readonly string[];
  /** How many more there may be. */
  room: number;
  onAdd(src: string): void;
}

interface Sent {
  id: number;
  file: File;
  /** Undefined while it waits. */
  state?: 'sending' | 'added' | 'known' | 'twice' | undefined;
  /** Why it was refused. */
  error?: string | undefined;
}

let lastId = 0;

/** Uploads pictures as soon as they are chosen or dropped, one at a time. What is wrong with one is said of that one. */
export function UploadPictures({ ref, taken, room, onAdd }: Props) {
  const [sent, setSent] = useState<readonly Sent[]>([]);
  const [isOver, setOver] = useState(false);
  const isSending = sent.some(({ state, error }) => error === undefined && !isDone(state));
  const say = (id: number, change: Partial<Sent>) =>
    setSent((now) => now.map((one) => (one.id === id ? { ...one, ...change } : one)));

  const sendOne = async ({ id, file }: Sent, seen: Set<string>): Promise<void> => {
    const problem = pictureProblem(file);
    if (problem) return say(id, { error: problem });
    say(id, { state: 'sending', error: undefined });
    try {
      const { src, isKnown } = await sendPicture(file);
      const isTwice = seen.has(src);
      seen.add(src);
      onAdd(src);
      say(id, { state: isTwice ? 'twice' : isKnown ? 'known' : 'added' });
    } catch (refused) {
      say(id, { state: undefined, error: refusalOf(refused) });
    }
  };

  const send = async (chosen: readonly File[]): Promise<void> => {
    if (chosen.length === 0) return;
    const added = chosen.map((file, i): Sent => {
      lastId += 1;
      return { id: lastId, file, ...(i >= room && { error: `There is room for ${Math.max(0, room)} more` }) };
    });
    // Those of before that arrived are in the list of pictures.
    setSent((now) => [...now.filter(({ error }) => error !== undefined), ...added]);
    const seen = new Set(taken);
    for (const one of added) if (one.error === undefined) await sendOne(one, seen);
  };

  const done = sent.filter(({ state, error }) => error !== undefined || isDone(state)).length;
  return (
    <div
      className={s.upload}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (isSending || !event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (isSending || event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        void send([...event.dataTransfer.files]);
      }}
    >
      <PictureField
        ref={ref}
        label="Add pictures"
        hint={`JPEG, PNG, WebP or AVIF, at most ${UPLOAD_LIMIT} each. Several at once; or drop them here`}
        multiple
        disabled={isSending || room <= 0}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = '';
          void send(files);
        }}
      />
      {sent.length > 0 && (
        <div className={s.sent}>
          <p role="status">
            {isSending ? `Uploading ${done + 1} of ${sent.length}…` : `${sent.length} of ${sent.length} done`}
          </p>
          {isSending && <progress max={sent.length} value={done} aria-label="Pictures uploaded" />}
          <ul>
            {sent.map((one) => (
              <li key={one.id} data-wrong={one.error !== undefined || undefined}>
                <span>
                  {one.file.name}: {wordsOf(one)}
                </span>
                {one.error !== undefined && (
                  <Button look="quiet" onClick={() => setSent((now) => now.filter(({ id }) => id !== one.id))}>
                    Dismiss<span className="visually-hidden"> {one.file.name}</span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

const isDone = (state: Sent['state']): boolean => state !== undefined && state !== 'sending';

function wordsOf({ state, error }: Sent): string {
  if (error !== undefined) return error;
  switch (state) {
    case 'added':
      return 'added';
    case 'known':
      return 'added; it was in the library already';
    case 'twice':
      return 'the same picture is here already';
    case 'sending':
      return 'uploading…';
    default:
      return 'waits';
  }
}

import { Button } from '@shop/ui/button.tsx';
import { altsOf, noteOf } from '@shop/ui/picture-alt.ts';
import { type Ref, useEffect, useId, useRef, useState } from 'react';
import { KINDS } from '../upload/send-file.ts';
import { UploadField } from '../upload/upload-field.tsx';
import s from './gallery.module.css';
import { LibraryButton } from './library-button.tsx';
import { LibraryDialog } from './library-dialog.tsx';
import { moved, type PictureNote, type PictureNotes, withNote } from './notes.ts';
import { PictureDialog } from './picture-dialog.tsx';
import { SortablePictures } from './sortable-pictures.tsx';

interface Props {
  /** Of the input that adds some. */
  ref?: Ref<HTMLInputElement>;
  /** Addresses in order: the first is on the card, the second on hover. */
  images: readonly string[];
  notes: PictureNotes;
  /** What the pictures show, for the texts that pages make without a note: `Meera Ring in Rose Gold`. */
  of: string;
  kind?: Parameters<typeof altsOf>[2];
  max: number;
  error?: string | undefined;
  /** Called with a function of the addresses as they are then: several uploads end one after the other. */
  onImages(change: (images: readonly string[]) => string[]): void;
  onNotes(notes: PictureNotes): void;
}

interface Removed {
  image: string;
  at: number;
  note: PictureNote | undefined;
}

/** Pictures in an order, each with a text and a focal point: dragged, moved by keys, uploaded and removed. */
export function GalleryField({ ref, images, notes, of, kind, max, error, onImages, onNotes }: Props) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const [opened, setOpened] = useState<string>();
  const [removed, setRemoved] = useState<Removed>();
  const [news, setNews] = useState('');
  const [isChoosing, setChoosing] = useState(false);
  /** Where the focus goes when a picture has its new place. */
  const following = useRef<{ image: string; title: string }>(undefined);
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (following.current === undefined) return;
    const { image, title } = following.current;
    following.current = undefined;
    const picture = [...list.current!.querySelectorAll<HTMLElement>('[data-picture]')].find(
      ({ dataset }) => dataset['picture'] === image,
    );
    // The button that moved it may move it on.
    const buttons = [...(picture?.parentElement?.querySelectorAll('button') ?? [])];
    (buttons.find((button) => title !== '' && button.title === title && !button.disabled) ?? picture)?.focus();
  }, [images]);
  useEffect(() => {
    if (removed) undo.current?.focus();
  }, [removed]);

  const move = (from: number, to: number): void => {
    const image = images[from];
    if (image === undefined || from === to || to < 0 || to >= images.length) return;
    const { activeElement } = document;
    following.current = { image, title: activeElement instanceof HTMLElement ? activeElement.title : '' };
    onImages((now) => moved(now, from, to));
    setNews(`Picture ${from + 1} is now picture ${to + 1} of ${images.length}`);
  };
  const remove = (at: number): void => {
    const image = images[at]!;
    const note = noteOf(notes, image);
    setRemoved({ image, at, note });
    onImages((now) => now.filter((one) => one !== image));
    if (note) onNotes(withNote(notes, { image }));
    setNews('');
  };
  const putBack = ({ image, at, note }: Removed): void => {
    following.current = { image, title: '' };
    onImages((now) => (now.includes(image) ? [...now] : now.toSpliced(at, 0, image)));
    if (note) onNotes(withNote(notes, note));
    setRemoved(undefined);
    setNews(`The picture is back as picture ${at + 1}`);
  };
  const alts = altsOf(of, images, kind, notes);
  const openedAt = opened === undefined ? -1 : images.indexOf(opened);
  return (
    <div className={s.gallery} role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint`}>
      <p id={`${id}-label`} className="visually-hidden">
        Pictures
      </p>
      <p id={`${id}-hint`} className={s.hint}>
        Drag them into order, or move them with the arrow keys. The first one is on the card, the second one shows when
        a mouse is over it. Press a picture for its text and focal point.
      </p>
      {error && (
        <p className={s.error} role="alert">
          {error}
        </p>
      )}
      {images.length > 0 && (
        <SortablePictures
          ref={list}
          images={images}
          alts={alts}
          notes={notes}
          onMove={move}
          onOpen={setOpened}
          onRemove={remove}
        />
      )}
      {removed && !images.includes(removed.image) && (
        <p className={s.removed}>
          Picture {removed.at + 1} is removed.{' '}
          <Button ref={undo} look="quiet" onClick={() => putBack(removed)}>
            Undo
          </Button>
        </p>
      )}
      <p role="status" className="visually-hidden">
        {news}
      </p>
      <UploadField
        ref={ref}
        label="Add pictures"
        hint={`${KINDS.image.hint} each. Several at once; or drop them here`}
        taken={images}
        room={max - images.length}
        onStored={({ src }) => onImages((now) => (now.includes(src) || now.length >= max ? [...now] : [...now, src]))}
      >
        <LibraryButton disabled={images.length >= max} onClick={() => setChoosing(true)} />
      </UploadField>
      {isChoosing && (
        <LibraryDialog
          taken={images}
          room={max - images.length}
          onChoose={(chosen) => {
            setChoosing(false);
            onImages((now) => [...new Set([...now, ...chosen.map(({ src }) => src)])].slice(0, max));
            // What another product says of one is a beginning.
            const told = chosen.flatMap(({ src: image, alt }) =>
              alt && !noteOf(notes, image) ? [{ image, alt }] : [],
            );
            if (told.length > 0) onNotes(told.reduce(withNote, notes));
          }}
          onClose={() => setChoosing(false)}
        />
      )}
      {openedAt >= 0 && (
        <PictureDialog
          title={`Picture ${openedAt + 1} of ${images.length}`}
          image={images[openedAt]!}
          note={noteOf(notes, opened)}
          made={altsOf(of, images, kind)[openedAt]!}
          onChange={(note) => onNotes(withNote(notes, note))}
          onClose={() => setOpened(undefined)}
        >
          <Button
            look="secondary"
            onClick={() => {
              setOpened(undefined);
              remove(openedAt);
            }}
          >
            Remove the picture
          </Button>
        </PictureDialog>
      )}
    </div>
  );
}

import { closestCenter, DndContext } from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext, useSortable } from '@dnd-kit/sortable';
import { noteOf } from '@shop/ui/picture-alt.ts';
import { focusStyle, pictureAt, pictureSrcSet } from '@shop/ui/picture-sources.ts';
import type { KeyboardEvent, Ref } from 'react';
import { useDragSensors } from '../sortable/sensors.ts';
import s from './gallery.module.css';
import type { PictureNotes } from './notes.ts';

interface Props {
  ref: Ref<HTMLUListElement>;
  images: readonly string[];
  /** What each shows. */
  alts: readonly string[];
  notes: PictureNotes;
  onMove(from: number, to: number): void;
  onOpen(image: string): void;
  onRemove(at: number): void;
}

const ROLES = ['On the card', 'On hover'];

/** The pictures in a grid. Mouse and touch drag them; keys move one at once, without picking it up. */
export function SortablePictures({ ref, images, ...tile }: Props) {
  const sensors = useDragSensors();
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={({ active, over }) => {
        if (over) tile.onMove(images.indexOf(String(active.id)), images.indexOf(String(over.id)));
      }}
    >
      <SortableContext items={[...images]} strategy={rectSortingStrategy}>
        <ul ref={ref} className={s.pictures} aria-label="Pictures in order">
          {images.map((image, index) => (
            <Tile key={image} image={image} index={index} count={images.length} {...tile} />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

interface TileProps extends Omit<Props, 'ref' | 'images'> {
  image: string;
  index: number;
  count: number;
}

function Tile({ image, index, count, alts, notes, onMove, onOpen, onRemove }: TileProps) {
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } = useSortable({ id: image });
  const note = noteOf(notes, image);
  const number = `Picture ${index + 1} of ${count}`;
  const role = ROLES[index];
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = {
      ...{ ArrowLeft: index - 1, ArrowUp: index - 1, ArrowRight: index + 1, ArrowDown: index + 1 },
      ...{ Home: 0, End: count - 1 },
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onMove(index, to);
  };
  return (
    <li
      ref={setNodeRef}
      className={s.tile}
      data-dragging={isDragging || undefined}
      style={{ transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined, transition }}
    >
      <button
        ref={setActivatorNodeRef}
        {...listeners}
        type="button"
        className={s.picture}
        data-picture={image}
        aria-label={`${number}${role ? `, ${role.toLowerCase()}` : ''}: ${alts[index]}`}
        aria-keyshortcuts="ArrowLeft ArrowRight Home End"
        onKeyDown={onKeyDown}
        onClick={() => onOpen(image)}
      >
        <img
          src={pictureAt(image, 320)}
          srcSet={pictureSrcSet(image, [160, 320, 480])}
          sizes="9rem"
          alt=""
          draggable={false}
          loading="lazy"
          decoding="async"
          style={focusStyle(note?.focus)}
        />
      </button>
      <p className={s.role}>
        {role ?? index + 1}
        {note?.alt && <small title={note.alt}>Text</small>}
        {note?.focus && <small>Focal point</small>}
      </p>
      <div className={s.moves}>
        <button
          type="button"
          aria-label={`Move picture ${index + 1} earlier`}
          title="Earlier"
          disabled={index === 0}
          onClick={() => onMove(index, index - 1)}
        >
          ←
        </button>
        <button
          type="button"
          aria-label={`Move picture ${index + 1} later`}
          title="Later"
          disabled={index === count - 1}
          onClick={() => onMove(index, index + 1)}
        >
          →
        </button>
        <button type="button" aria-label={`Remove picture ${index + 1}`} title="Remove" onClick={() => onRemove(index)}>
          ×
        </button>
      </div>
    </li>
  );
}

import { useRef, type RefObject } from 'react';
import { textOfTable } from './table-file.ts';

/** Reads the table that was chosen last. `onText` is told of none until it is read; `reading` is awaited before it is sent. */
export function useTableText(onText: (text: string) => void): {
  choose(file: File | undefined): void;
  reading: RefObject<Promise<void> | undefined>;
} {
  const reading = useRef<Promise<void>>(undefined);
  const choose = (file: File | undefined): void => {
    onText('');
    const read: Promise<void> | undefined =
      file &&
      textOfTable(file).then((text) => {
        // Another one may have been chosen in the meantime.
        if (reading.current === read) onText(text);
      });
    reading.current = read;
  };
  return { choose, reading };
}

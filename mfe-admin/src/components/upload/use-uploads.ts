import { ApiError } from '@shop/mfe-kit';
import { useEffect, useRef, useState } from 'react';
import { refusalOf } from '../refusal.ts';
import { fileProblem, sendFile, type FileKind, type Stored } from './send-file.ts';

/** More would share the same line. */
const AT_ONCE = 3;

export interface Upload {
  id: number;
  file: File;
  /** `stored`: it waits for those that were chosen before it, so that their order is kept. */
  state: 'waiting' | 'sending' | 'stored' | 'added' | 'known' | 'twice' | 'failed';
  /** Which share of it is sent, from 0 to 1. */
  sent: number;
  stored?: Stored;
  /** Why it failed. */
  error?: string;
  /** Sent again it may be taken. */
  mayRetry?: boolean;
}

export const isOpen = ({ state }: Upload): boolean => ['waiting', 'sending', 'stored'].includes(state);

interface Options {
  kind: FileKind;
  /** Addresses that are there. */
  taken: readonly string[];
  /** How many more there may be. */
  room: number;
  /** See `keep` of `sendFile`. */
  isLibrary: boolean;
  /** Called for each that is stored, in the order in which they were chosen. */
  onStored(stored: Stored): void;
}

let lastId = 0;

/** Uploads files, a few at a time. What becomes of each is its own: it is cancelled, fails and is tried again by itself. */
export function useUploads({ kind, ...options }: Options) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const now = useRef(uploads);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const [controllers] = useState(() => new Map<number, AbortController>());
  useEffect(() => () => controllers.forEach((controller) => controller.abort()), [controllers]);

  const put = (next: readonly Upload[]) => {
    now.current = next;
    setUploads(next);
  };
  const say = (id: number, change: Partial<Upload>) =>
    put(now.current.map((one) => (one.id === id ? { ...one, ...change } : one)));

  const deliver = () => {
    for (const one of now.current) {
      if (one.state === 'waiting' || one.state === 'sending') return;
      if (one.state !== 'stored') continue;
      const { src, isKnown } = one.stored!;
      const { taken, onStored } = latest.current;
      say(one.id, { state: taken.includes(src) ? 'twice' : isKnown ? 'known' : 'added' });
      // Until the next render.
      latest.current = { ...latest.current, taken: [...taken, src] };
      onStored(one.stored!);
    }
  };

  const send = async ({ id, file }: Upload): Promise<void> => {
    const controller = new AbortController();
    controllers.set(id, controller);
    const { signal } = controller;
    say(id, { state: 'sending' });
    try {
      const onSent = (share: number) => {
        if (!signal.aborted) say(id, { sent: share });
      };
      const stored = await sendFile(kind, file, { signal, onSent, keep: latest.current.isLibrary });
      if (!signal.aborted) say(id, { state: 'stored', stored });
    } catch (error) {
      // What is wrong with the file itself stays wrong.
      const mayRetry = !(error instanceof ApiError) || error.code !== 'request.invalid';
      if (!signal.aborted) say(id, { state: 'failed', error: refusalOf(error, 'Upload failed'), mayRetry });
    }
    if (signal.aborted) return;
    controllers.delete(id);
    goOn();
  };

  /** Hands over what has arrived, and begins with what waits. */
  const goOn = () => {
    deliver();
    const free = AT_ONCE - now.current.filter(({ state }) => state === 'sending').length;
    for (const one of now.current.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free)))
      void send(one);
  };

  const add = (files: readonly File[]): void => {
    if (files.length === 0) return;
    const room = Math.max(0, latest.current.room - now.current.filter(isOpen).length);
    const added = files.map((file, at): Upload => {
      const error = at >= room ? `There is room for ${room} more` : fileProblem(kind, file);
      lastId += 1;
      return { id: lastId, file, sent: 0, state: 'waiting', ...(error && { state: 'failed', error }) };
    });
    // Those of before that arrived are where they belong.
    put([...now.current.filter((one) => isOpen(one) || one.state === 'failed'), ...added]);
    goOn();
  };

  /** Takes one off the list; if it is on its way, it does not arrive. */
  const drop = (id: number): void => {
    controllers.get(id)?.abort();
    controllers.delete(id);
    put(now.current.filter((one) => one.id !== id));
    goOn();
  };

  const retry = (id: number): void => {
    const one = now.current.find((upload) => upload.id === id)!;
    const { error: _, ...again } = one;
    // Behind the others, which need not wait for it.
    put([...now.current.filter((upload) => upload.id !== id), { ...again, state: 'waiting', sent: 0 }]);
    goOn();
  };

  const dropAll = (): void => {
    for (const controller of controllers.values()) controller.abort();
    controllers.clear();
    put([]);
  };

  return { uploads, add, drop, dropAll, retry, isSending: uploads.some(isOpen) };
}

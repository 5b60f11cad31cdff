import { GUEST_WISHLIST } from '@shop/contracts/browser';
import { accountIn, SessionContext, toast, useStore } from '@shop/mfe-kit';
import { useQueryClient } from '@tanstack/react-query';
import { use, useEffect } from 'react';
import { type Piece, savedPieces } from './saved-pieces.ts';

export interface Hearts {
  saved: ReadonlySet<string>;
  toggle(piece: Piece): void;
}

/** Loaded for those who have a list, and with the first heart that is pressed. */
const load = () => import(/* webpackChunkName: "late" */ './list.ts');

const NONE: ReadonlySet<string> = new Set();

function hasGuestList(): boolean {
  try {
    return localStorage.getItem(GUEST_WISHLIST) !== null;
  } catch {
    return false;
  }
}

/** What the hearts of a page show and do. */
export function useHearts(): Hearts {
  const session = use(SessionContext)!;
  const queryClient = useQueryClient();
  const known = useStore(savedPieces);
  const { status, user } = accountIn(useStore(session.state));
  const userId = user?._id;
  const saved = known.of === userId ? known.ids : NONE;
  useEffect(() => {
    if (status === 'unknown' || (!userId && !hasGuestList())) return;
    let stop: (() => void) | undefined;
    let isOver = false;
    load().then(
      ({ follow }) => {
        if (!isOver) stop = follow(session, queryClient);
      },
      () => {},
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [status, userId, session, queryClient]);
  return {
    saved,
    toggle: (piece) => {
      const isWanted = !saved.has(piece._id);
      load().then(
        ({ change }) => change(piece, isWanted, session, queryClient),
        () => toast.error('Your wishlist could not be loaded'),
      );
    },
  };
}

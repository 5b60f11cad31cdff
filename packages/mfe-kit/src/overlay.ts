import { createContext, use, useEffect, useEffectEvent } from 'react';
import { createStore } from './store.ts';
import type { FragmentId, FragmentProps } from './fragment.tsx';

export interface OpenOverlay {
  key: number;
  id: FragmentId;
  props: Record<string, unknown>;
  settle(result: unknown): void;
}

/** Open overlays, the topmost last. The shell renders them with code that is loaded on first use. */
export const overlays = createStore<readonly OpenOverlay[]>([]);

let last = 0;

/**
 * Opens a fragment as an overlay, in the frame that its module exports as `overlay`. Resolves with what the fragment passes to
 * `close`; undefined when the visitor dismissed it.
 */
export function openOverlay<Id extends FragmentId>(id: Id, props: FragmentProps<Id>): Promise<unknown> {
  return new Promise((resolve) => {
    const key = ++last;
    const settle = (result: unknown) => {
      overlays.set(overlays.get().filter((one) => one.key !== key));
      resolve(result);
    };
    overlays.set([...overlays.get(), { key, id, props: props as Record<string, unknown>, settle }]);
  });
}

/** Closes all overlays: on navigation, and when the session changes. */
export function closeOverlays(): void {
  for (const overlay of overlays.get()) overlay.settle(undefined);
}

interface Overlay {
  close(result?: unknown): void;
  /** Adds a question to be asked before the visitor dismisses the overlay; false keeps it open. Returns a function that takes it back. */
  guard(mayDismiss: () => boolean): () => void;
}

export const OverlayContext = createContext<Overlay | null>(null);

/** The overlay that contains the component. */
export function useOverlay(): Overlay {
  const overlay = use(OverlayContext);
  if (!overlay) throw new Error('useOverlay is for fragments opened by openOverlay');
  return overlay;
}

/** Asked before Escape, a press beside the overlay or its × close it; false keeps it open. `close` does not ask. */
export function useOverlayGuard(mayDismiss: () => boolean): void {
  const { guard } = useOverlay();
  const latest = useEffectEvent(mayDismiss);
  useEffect(() => guard(() => latest()), [guard]);
}

import { createContext, use, type ComponentType } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import type { Prefetch } from './page.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- props are typed where a fragment is placed
export type PartComponent = ComponentType<any>;

/** The frame of an overlay; exported by fragments that `openOverlay` opens. */
export interface OverlayFrame {
  kind: 'drawer' | 'panel' | 'fullscreen';
  /** Accessible name of the dialog. */
  label: string;
}

/** An exposed module of a remote: a page or a fragment. */
export interface PartModule {
  default: PartComponent;
  /** A page's decides status, redirect and head before the first byte; a fragment's fills the query client. */
  prefetch?: Prefetch | ((queryClient: QueryClient, props: Record<string, unknown>) => Promise<void>);
  overlay?: OverlayFrame;
}

/** Loads parts of remotes. Implemented by the shell's browser entry, its render worker and the host of `npm run alone`. */
export interface PartLoader {
  /** The part if it is loaded. */
  peek(id: string): PartModule | undefined;
  /**
   * Loads the part. If its server-rendered HTML is on the page (`standing`), a failed load stays pending and a notice offers Retry,
   * because a rejection would remove the HTML. Otherwise it rejects, and the error boundary is shown.
   */
  load(id: string, standing: boolean): Promise<PartModule>;
  /** Whether the page contains server-rendered HTML of a part that is not loaded yet. */
  standing(id: string): boolean;
  /** On the server: the pending `prefetch` of a fragment. */
  prepare?(id: string, props: Record<string, unknown>): Promise<void> | undefined;
  /** Loads the code (for pages also the data) ahead of a click. Failures are ignored. */
  preloadPart(id: string): void;
  preloadPage(href: string): void;
  /** The part is hydrated. */
  alive?(id: string): void;
  /** On the server: records which part's code runs from here on, to blame it if it hangs. */
  enter?(id: string | null): void;
}

export const LoaderContext = createContext<PartLoader | null>(null);

export function useLoader(): PartLoader {
  const loader = use(LoaderContext);
  if (!loader) throw new Error('useLoader needs a <LoaderContext>, which the shell or a host provides');
  return loader;
}

import { createContext, use, type ComponentType } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import type { Prefetch } from './page.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- props are typed where a fragment is placed
export type PartComponent = ComponentType<any>;

/** How an overlay lies over the page; exported by fragments that `openOverlay` opens. */
export interface OverlayFrame {
  kind: 'drawer' | 'panel' | 'fullscreen';
  /** Name of the dialog for screen readers. */
  label: string;
}

/** A part of the page as its remote exposes it: a page or a fragment. */
export interface PartModule {
  default: PartComponent;
  /** Of a page: decides status, redirect and head before the first byte. Of a fragment: fills the query client. */
  prefetch?: Prefetch | ((queryClient: QueryClient, props: Record<string, unknown>) => Promise<void>);
  overlay?: OverlayFrame;
}

/** Brings parts of remotes; the shell's browser entry, its render worker and each remote's own host have one each. */
export interface PartLoader {
  /** The part if it is there already. On the server: always or never; in the browser a part that was loaded before. */
  peek(id: string): PartModule | undefined;
  /**
   * Brings the part. While the server's HTML of it stands (`standing`), this never rejects: it stays pending, and a notice
   * outside offers Retry. Otherwise it rejects, and the boundary shows what is missing.
   */
  load(id: string, standing: boolean): Promise<PartModule>;
  /** True in the first render of the browser for parts that the server rendered. */
  standing(id: string): boolean;
  /** On the server: what the fragment's `prefetch` still waits for. */
  prepare?(id: string, props: Record<string, unknown>): Promise<void> | undefined;
  /** Loads the code (and for links, the page's data) ahead of a click. Failures are left for the click to find. */
  preloadPart(id: string): void;
  preloadPage(href: string): void;
  /** The part answers the visitor from now on. */
  alive?(id: string): void;
  /** On the server: notes whose code runs from here on, to know whom to blame when it does not return. */
  enter?(id: string | null): void;
}

export const LoaderContext = createContext<PartLoader | null>(null);

export function useLoader(): PartLoader {
  const loader = use(LoaderContext);
  if (!loader) throw new Error('This needs a <LoaderContext>: the shell or a host brings it');
  return loader;
}

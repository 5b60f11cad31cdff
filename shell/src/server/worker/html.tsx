import { Writable } from 'node:stream';
import type { CurrencyState, PartLoader, SessionState } from '@shop/mfe-kit';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { StrictMode, type ReactNode } from 'react';
// React's build for Bun writes strings. The one for Node encodes each of a page's thousands of chunks separately, which costs
// a tenth of the rendering time.
import { renderToPipeableStream } from 'react-dom/server.bun';
import type { LoadedPage } from '../../app/page.ts';
import { kit, shell } from './host.ts';
import { settings } from './main-thread.ts';
import { LeftToBrowser } from './part-loader.ts';

const noop = () => {};
/** Unknown, because pages are cached for all visitors. */
const session = {
  state: kit.createStore<SessionState>({ status: 'unknown', user: null }),
  actions: {
    signIn: () => Promise.resolve(false),
    signOut: () => Promise.resolve(),
    refresh: () => Promise.resolve(),
  },
};

interface TreeProps {
  href: string;
  page: LoadedPage | null | undefined;
  queryClient: QueryClient;
  loader: PartLoader;
  currency: CurrencyState;
}

/** The same tree that the browser's entry hydrates. */
export function treeOf({ href, page, queryClient, loader, currency }: TreeProps): ReactNode {
  const source = {
    routes: settings.pageRegistry.routes,
    read() {
      if (!page) throw new LeftToBrowser();
      return page;
    },
  };
  const currencyContext = { state: kit.createStore(currency), choose: () => Promise.resolve() };
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <kit.LoaderContext value={loader}>
          <kit.SessionContext value={session}>
            <kit.CurrencyContext value={currencyContext}>
              <shell.PageSourceContext value={source}>
                <kit.StaticRouter location={href}>
                  <shell.App onArrive={noop} floating={null} />
                </kit.StaticRouter>
              </shell.PageSourceContext>
            </kit.CurrencyContext>
          </kit.SessionContext>
        </kit.LoaderContext>
      </QueryClientProvider>
    </StrictMode>
  );
}

/** Concatenates React's output, bypassing the stream's buffering, which would cost more than the rest of it. */
class TextCollector extends Writable {
  private text = '';

  override write(chunk: string): boolean {
    this.text += chunk;
    return true;
  }

  override end(): this {
    this.emit('text', this.text);
    return this;
  }
}

/** Renders everything that is ready within `ms`; the rest is left to the browser. */
export function htmlOf(tree: ReactNode, ms: number, onError: (error: unknown) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const stream = renderToPipeableStream(tree, {
      // Otherwise boundaries over 12 KB are hidden and revealed by an inline script, which the CSP forbids.
      progressiveChunkSize: Infinity,
      onAllReady() {
        clearTimeout(timer);
        stream.pipe(new TextCollector().on('text', resolve));
      },
      onShellError: reject,
      onError(error) {
        onError(error);
        return 'left-to-browser';
      },
    });
    const timer = setTimeout(() => stream.abort(new LeftToBrowser()), Math.max(20, ms));
  });
}

/** Parts with HTML in their Suspense boundary: React writes `<!--$-->` for rendered, `<!--$!-->` for left to the browser. */
const RENDERED_PART = /data-part="([^"]+)"[^>]*><!--\$-->/g;
export const renderedParts = (html: string): string[] => [...html.matchAll(RENDERED_PART)].map(([, part]) => part!);

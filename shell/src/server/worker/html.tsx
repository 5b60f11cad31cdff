import { Writable } from 'node:stream';
import type { CurrencyState, PartLoader, SessionState } from '@shop/mfe-kit';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { StrictMode, type ReactNode } from 'react';
// React's build for Bun writes strings. The one for Node encodes each of a page's thousands of pieces by itself, which costs
// a tenth of all rendering.
import { renderToPipeableStream } from 'react-dom/server.bun';
import type { LoadedPage } from '../../app/page.ts';
import { kit, shell } from './host.ts';
import { settings } from './main-thread.ts';
import { LeftToBrowser } from './parts.ts';

const nothing = () => {};
/** Whoever looks at the page: the server does not know. */
const session = {
  state: kit.createStore<SessionState>({ status: 'unknown', user: null }),
  actions: {
    signIn: () => Promise.resolve(false),
    signOut: () => Promise.resolve(),
    refresh: () => Promise.resolve(),
  },
};

interface Shown {
  href: string;
  page: LoadedPage | null | undefined;
  queryClient: QueryClient;
  loader: PartLoader;
  currency: CurrencyState;
}

/** What the browser's entry hydrates, around the same App. */
export function treeOf({ href, page, queryClient, loader, currency }: Shown): ReactNode {
  const source = {
    routes: settings.pageRegistry.routes,
    read() {
      if (!page) throw new LeftToBrowser();
      return page;
    },
  };
  const money = { state: kit.createStore(currency), choose: () => Promise.resolve() };
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <kit.LoaderContext value={loader}>
          <kit.SessionContext value={session}>
            <kit.CurrencyContext value={money}>
              <shell.PageSourceContext value={source}>
                <kit.StaticRouter location={href}>
                  <shell.App onArrive={nothing} floating={null} />
                </kit.StaticRouter>
              </shell.PageSourceContext>
            </kit.CurrencyContext>
          </kit.SessionContext>
        </kit.LoaderContext>
      </QueryClientProvider>
    </StrictMode>
  );
}

/** Gathers what React writes; a stream's own buffer would cost more than the rest of it. */
class Text extends Writable {
  private text = '';

  override write(piece: string): boolean {
    this.text += piece;
    return true;
  }

  override end(): this {
    this.emit('whole', this.text);
    return this;
  }
}

/** Renders with all that comes within `ms`; the rest is left to the browser. */
export function htmlOf(tree: ReactNode, ms: number, onError: (error: unknown) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const stream = renderToPipeableStream(tree, {
      // Else boundaries over 12 KB come hidden, with an inline script that shows them.
      progressiveChunkSize: Infinity,
      onAllReady() {
        clearTimeout(timer);
        stream.pipe(new Text().on('whole', resolve));
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

/** Parts whose boundary holds HTML: `<!--$-->` stands for done, `<!--$!-->` for left to the browser. */
const STANDING = /data-part="([^"]+)"[^>]*><!--\$-->/g;
export const standingIn = (html: string): string[] => [...html.matchAll(STANDING)].map(([, part]) => part!);

import type { PageRoute } from '@shop/build/registry';
import {
  Leave,
  Navigate,
  PartBoundary,
  PartContext,
  Route,
  Routes,
  useLoader,
  useLocation,
  useNavigationType,
  useSession,
} from '@shop/mfe-kit';
import { lazy, Suspense, use, useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { PageSourceContext, matchPage, type Arrival, type LoadedPage, type PageMatch } from './page.ts';
import { RefusedPage } from './refused-page.tsx';
import { StartUpLoader } from './start-up-loader.tsx';
import classes from './page-slot.module.css';

/** Renders the page of the current URL: finds its remote, checks its guard, and contains its errors. */
export function PageSlot({ onArrive }: { onArrive: (arrival: Arrival) => void }) {
  const source = use(PageSourceContext)!;
  const { pathname } = useLocation();
  const match = matchPage(source.routes, pathname);
  return (
    <main
      id="page"
      className={classes.page}
      tabIndex={-1}
      data-slice={match?.route.part.replace(/\/.*/, '') ?? 'shell'}
      data-part={match?.route.part}
    >
      {match ? <Guarded match={match} onArrive={onArrive} /> : <NothingHere />}
    </main>
  );
}

function Guarded({ match, onArrive }: { match: PageMatch; onArrive: (arrival: Arrival) => void }) {
  const { guard, limited } = match.route;
  return guard ? (
    <Guard role={guard} isForLimited={limited} onArrive={onArrive}>
      <PageFrame match={match} onArrive={onArrive} />
    </Guard>
  ) : (
    <PageFrame match={match} onArrive={onArrive} />
  );
}

interface GuardProps {
  role: NonNullable<PageRoute['guard']>;
  isForLimited: boolean | undefined;
  onArrive: (arrival: Arrival) => void;
  children: ReactNode;
}

const LimitedPage = lazy(() => import(/* webpackChunkName: "limited" */ './limited-page.tsx'));

/** Waits for the session and redirects visitors without the required role to the home page, unless a sign-in gives it. */
function Guard({ role, isForLimited, onArrive, children }: GuardProps) {
  const { status, user } = useSession();
  if (status === 'unknown') return <StartUpLoader />;
  const allowed = status === 'user' && (role === 'user' || user.role === 'admin');
  if (user && (allowed ? user.isLimited && !isForLimited : user.signInAsStaff)) {
    return (
      <Suspense fallback={<StartUpLoader />}>
        <LimitedPage user={user} onArrive={onArrive} />
      </Suspense>
    );
  }
  return allowed ? children : <Navigate to="/" replace />;
}

const MISSING = { title: 'Not available right now', noindex: true };

function PageFrame({ match, onArrive }: { match: PageMatch; onArrive: (arrival: Arrival) => void }) {
  const { pathname, search, key } = useLocation();
  const [attempt, setAttempt] = useState(0);
  const { part } = match.route;
  return (
    <PartBoundary
      id={part}
      isPage
      resetKey={key}
      onRetry={() => setAttempt((n) => n + 1)}
      onFailure={() => onArrive({ head: MISSING, isBack: false, isMissing: true })}
    >
      <Suspense fallback={<StartUpLoader />}>
        <Page
          key={part + pathname}
          match={match}
          href={pathname + search}
          visit={key}
          attempt={attempt}
          onArrive={onArrive}
        />
        <Leave part={null} />
      </Suspense>
    </PartBoundary>
  );
}

interface PageProps {
  match: PageMatch;
  href: string;
  visit: string;
  attempt: number;
  onArrive: (arrival: Arrival) => void;
}

function Page({ match, href, visit, attempt, onArrive }: PageProps) {
  const source = use(PageSourceContext)!;
  const loader = useLoader();
  const isBack = useNavigationType() === 'POP';
  const loading = source.read(match, { href, key: visit, attempt });
  const page: LoadedPage = loading instanceof Promise ? use(loading) : loading;
  const { part } = match.route;
  useEffect(() => loader.alive?.(part), [loader, part]);
  // Before the browser shows the page: a view transition ends where the page is scrolled to.
  useLayoutEffect(() => {
    if (!page.redirect) onArrive({ head: page.head, isBack });
  }, [page, onArrive, isBack]);
  if (page.redirect) return <Navigate to={page.redirect} replace />;
  if (page.refusal) return <RefusedPage reasons={page.refusal} />;
  loader.enter?.(page.part);
  const Shown = page.module.default;
  return (
    <PartContext value={page.part}>
      <Routes>
        <Route path={page.part === match.route.part ? match.route.path : '*'} element={<Shown />} />
      </Routes>
    </PartContext>
  );
}

/** Shown when no remote owns `*`. */
function NothingHere() {
  return (
    <div className={classes.missing} role="alert">
      <h1>Page Not Found</h1>
      <p>
        <a href="/">Back to Home</a>
      </p>
    </div>
  );
}

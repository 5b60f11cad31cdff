import { fragments, type FragmentId, type FragmentProps as PropsById } from '@shop/contracts/browser';
import {
  Component,
  Suspense,
  createContext,
  lazy,
  memo,
  startTransition,
  use,
  useEffect,
  useLayoutEffect,
  useState,
  type ComponentType,
  type CSSProperties,
  type ReactNode,
} from 'react';
import { useLoader, type PartLoader } from './loader.ts';

export type { FragmentId };
/** Props of a fragment, by its contract. */
export type FragmentProps<Id extends FragmentId> = string extends keyof PropsById[Id] ? object : PropsById[Id];

/** `checkout/cart-button` → `cart button`: a part's name in messages to users. */
export const nameOfPart = (id: string): string => id.replace(/^.*\//, '').replaceAll('-', ' ');

/** Error boundary of a part: shows its name and Retry. A new `resetKey` resets it. */
export class PartBoundary extends Component<
  {
    id: string;
    /** Shows the message as the page's heading. */
    isPage?: boolean;
    resetKey?: unknown;
    onRetry?: () => void;
    onFailure?: () => void;
    children: ReactNode;
  },
  { error: unknown; resetKey: unknown }
> {
  override state = { error: null as unknown, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') };
  }

  static getDerivedStateFromProps(props: { resetKey?: unknown }, state: { resetKey: unknown }) {
    return props.resetKey === state.resetKey ? null : { error: null, resetKey: props.resetKey };
  }

  override componentDidCatch() {
    this.props.onFailure?.();
  }

  retry = () => {
    this.props.onRetry?.();
    this.setState({ error: null });
  };

  override render() {
    if (this.state.error === null) return this.props.children;
    const Text = this.props.isPage ? 'h1' : 'span';
    return (
      <div role="alert" className="part-missing" data-missing={this.props.id}>
        <Text>The {nameOfPart(this.props.id)} could not be loaded.</Text>{' '}
        <button type="button" onClick={this.retry}>
          Retry
        </button>
      </div>
    );
  }
}

// React needs the same lazy component on every render; a retry needs a new one.
const lazies = new WeakMap<PartLoader, Map<string, ComponentType<Record<string, unknown>>>>();
function lazyPart(loader: PartLoader, id: string, isServerRendered: boolean, attempt: number) {
  const known = lazies.get(loader) ?? new Map<string, ComponentType<Record<string, unknown>>>();
  lazies.set(loader, known);
  const key = `${id} ${isServerRendered} ${attempt}`;
  let part = known.get(key);
  if (!part) {
    part = lazy(() => loader.load(id, isServerRendered));
    known.set(key, part);
  }
  return part;
}
/** A failed part is loaded again when it is mounted again. */
function forgetFailed(loader: PartLoader, id: string) {
  const known = lazies.get(loader);
  for (const key of known?.keys() ?? []) if (key.startsWith(`${id} `)) known!.delete(key);
}

/** The part that renders here; null in the shell. */
export const PartContext = createContext<string | null>(null);

/** Marks on the server that rendering returns to `part`. Also rendered in the browser, because hydration needs equal trees. */
export function Leave({ part }: { part: string | null }) {
  useLoader().enter?.(part);
  return null;
}

function Part({ id, attempt, props }: { id: string; attempt: number; props: Record<string, unknown> }) {
  const loader = useLoader();
  const [isServerRendered] = useState(() => loader.standing(id));
  const prefetching = loader.prepare?.(id, props);
  if (prefetching) use(prefetching);
  loader.enter?.(id);
  // An effect would leave a gap in which React answers a click that the loader replays as well.
  useLayoutEffect(() => loader.alive?.(id), [loader, id]);
  const Loaded = loader.peek(id)?.default ?? lazyPart(loader, id, isServerRendered, attempt);
  return (
    <PartContext value={id}>
      <Loaded {...props} />
    </PartContext>
  );
}

/** False on the server and during hydration: for content that is rendered in the browser only. */
export function useInBrowser(): boolean {
  const [inBrowser, setInBrowser] = useState(false);
  useEffect(() => startTransition(() => setInBrowser(true)), []);
  return inBrowser;
}

type Placed<Id extends FragmentId> = FragmentProps<Id> & {
  id: Id;
  /** Shown until the part is loaded; by default the reserved space stays empty. */
  fallback?: ReactNode;
};

/**
 * A part that another remote owns, with the space that its contract reserves, an error boundary and its owner in `data-slice`.
 * Memoized: re-rendering it before its code is loaded would make React drop the server's HTML, so pass plain values or memoized
 * objects.
 */
export const Fragment = memo(PlacedFragment) as <Id extends FragmentId>(props: Placed<Id>) => ReactNode;

function PlacedFragment({ id, fallback = null, ...props }: Placed<FragmentId>): ReactNode {
  // A remote may use a fragment that is newer than this shell.
  const { reserve, server } = (fragments as Partial<typeof fragments>)[id] ?? { reserve: {}, server: false };
  const Frame = server ? Bounded : InBrowser;
  return (
    <div data-slice={id.replace(/\/.*/, '')} data-part={id} style={reserve as CSSProperties}>
      <Frame id={id} fallback={fallback} props={props} />
    </div>
  );
}

interface BoundedProps {
  id: string;
  fallback: ReactNode;
  props: Record<string, unknown>;
}

function Bounded({ id, fallback, props }: BoundedProps) {
  const parent = use(PartContext);
  const loader = useLoader();
  const [attempt, setAttempt] = useState(0);
  return (
    <PartBoundary id={id} onRetry={() => setAttempt((n) => n + 1)} onFailure={() => forgetFailed(loader, id)}>
      <Suspense fallback={fallback}>
        <Part id={id} attempt={attempt} props={props} />
        <Leave part={parent} />
      </Suspense>
    </PartBoundary>
  );
}

function InBrowser(props: BoundedProps) {
  return useInBrowser() ? <Bounded {...props} /> : props.fallback;
}

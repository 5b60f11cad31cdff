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
  useState,
  type ComponentType,
  type CSSProperties,
  type ReactNode,
} from 'react';
import { useLoader, type PartLoader } from './loader.ts';

export type { FragmentId };
/** What a fragment takes, by its contract. */
export type FragmentProps<Id extends FragmentId> = string extends keyof PropsById[Id] ? object : PropsById[Id];

/** `checkout/cart-button` → `cart button`: how a missing part is named to people. */
export const nameOfPart = (id: string): string => id.replace(/^.*\//, '').replaceAll('-', ' ');

/** Shows what is missing in place of a part that failed, with Retry. A new `resetKey` tries again by itself. */
export class PartBoundary extends Component<
  {
    id: string;
    /** What is missing then is the page's heading. */
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

// React wants the same lazy component on every render; a Retry needs another one.
const lazies = new WeakMap<PartLoader, Map<string, ComponentType<Record<string, unknown>>>>();
function lazyPart(loader: PartLoader, id: string, standing: boolean, attempt: number) {
  const known = lazies.get(loader) ?? new Map<string, ComponentType<Record<string, unknown>>>();
  lazies.set(loader, known);
  const key = `${id} ${standing} ${attempt}`;
  let part = known.get(key);
  if (!part) {
    part = lazy(() => loader.load(id, standing));
    known.set(key, part);
  }
  return part;
}
/** The failure has been shown: who places the part anew asks for it anew. */
function forgetFailed(loader: PartLoader, id: string) {
  const known = lazies.get(loader);
  for (const key of known?.keys() ?? []) if (key.startsWith(`${id} `)) known!.delete(key);
}

/** The part inside whose code we are; null in the shell's own. */
export const PartContext = createContext<string | null>(null);

/** Notes on the server that a part has ended and `part`'s code goes on. Rendered in the browser too: both trees are the same. */
export function Leave({ part }: { part: string | null }) {
  useLoader().enter?.(part);
  return null;
}

function Part({ id, attempt, props }: { id: string; attempt: number; props: Record<string, unknown> }) {
  const loader = useLoader();
  const [standing] = useState(() => loader.standing(id));
  const waiting = loader.prepare?.(id, props);
  if (waiting) use(waiting);
  loader.enter?.(id);
  useEffect(() => loader.alive?.(id), [loader, id]);
  const Loaded = loader.peek(id)?.default ?? lazyPart(loader, id, standing, attempt);
  return (
    <PartContext value={id}>
      <Loaded {...props} />
    </PartContext>
  );
}

/** True from the first effect on: for what the server leaves to the browser. */
export function useInBrowser(): boolean {
  const [inBrowser, setInBrowser] = useState(false);
  useEffect(() => startTransition(() => setInBrowser(true)), []);
  return inBrowser;
}

type Placed<Id extends FragmentId> = FragmentProps<Id> & {
  id: Id;
  /** Shown until the part is there; empty space of the reserved size unless told. */
  fallback?: ReactNode;
};

/**
 * A part that another remote owns. It keeps the space that its contract reserves, has a boundary of its own, and says in the
 * page whose it is (`data-slice`). Equal props leave it alone: rendering it anew while its code is still on its way would
 * make React drop the server's HTML, so pass plain values or memoized objects.
 */
export const Fragment = memo(PlacedFragment) as <Id extends FragmentId>(props: Placed<Id>) => ReactNode;

function PlacedFragment({ id, fallback = null, ...props }: Placed<FragmentId>): ReactNode {
  // A remote may place what came after this page's shell was built.
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
  const within = use(PartContext);
  const loader = useLoader();
  const [attempt, setAttempt] = useState(0);
  return (
    <PartBoundary id={id} onRetry={() => setAttempt((n) => n + 1)} onFailure={() => forgetFailed(loader, id)}>
      <Suspense fallback={fallback}>
        <Part id={id} attempt={attempt} props={props} />
        <Leave part={within} />
      </Suspense>
    </PartBoundary>
  );
}

function InBrowser(props: BoundedProps) {
  return useInBrowser() ? <Bounded {...props} /> : props.fallback;
}

import {
  OverlayContext,
  PartBoundary,
  overlays,
  useLoader,
  useStore,
  type OpenOverlay,
  type PartModule,
} from '@shop/mfe-kit';
import { Suspense, use, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { StartUpLoader } from '../app/start-up-loader.tsx';
import classes from './overlays.module.css';

/** The stack of overlays, each a modal `<dialog>`, for which the browser traps and restores the focus. */
export default function Overlays() {
  return useStore(overlays).map((overlay) => <Overlay key={overlay.key} overlay={overlay} />);
}

function Overlay({ overlay }: { overlay: OpenOverlay }) {
  const loader = useLoader();
  const [attempt, setAttempt] = useState(0);
  const part = useMemo(() => {
    const known = loader.peek(overlay.id);
    // A new attempt is a new promise.
    void attempt;
    return known ? Promise.resolve(known) : loader.load(overlay.id, false);
  }, [loader, overlay.id, attempt]);
  const [frame, setFrame] = useState(() => loader.peek(overlay.id)?.overlay);
  useEffect(() => {
    part.then(
      (module) => setFrame(module.overlay),
      () => {},
    );
  }, [part]);
  return (
    <Dialog overlay={overlay} kind={frame?.kind ?? 'panel'} label={frame?.label ?? ''}>
      <PartBoundary id={overlay.id} onRetry={() => setAttempt((n) => n + 1)}>
        <Suspense fallback={<StartUpLoader />}>
          <Content part={part} props={overlay.props} />
        </Suspense>
      </PartBoundary>
    </Dialog>
  );
}

function Content({ part, props }: { part: Promise<PartModule>; props: Record<string, unknown> }) {
  const Shown = use(part).default;
  return <Shown {...props} />;
}

function Dialog({
  overlay,
  kind,
  label,
  children,
}: {
  overlay: OpenOverlay;
  kind: string;
  label: string;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedBackdrop = useRef(false);
  const [guards] = useState(() => new Set<() => boolean>());
  const context = useMemo(
    () => ({
      close: (result?: unknown) => overlay.settle(result),
      guard(mayDismiss: () => boolean) {
        guards.add(mayDismiss);
        return () => void guards.delete(mayDismiss);
      },
    }),
    [overlay, guards],
  );
  const dismiss = () => {
    if ([...guards].every((mayDismiss) => mayDismiss())) context.close();
  };
  // A layout effect: `close` restores the focus before anything else can take it.
  useLayoutEffect(() => {
    const element = dialog.current!;
    if (!element.open) element.showModal();
    return () => element.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes.overlay}
      data-kind={kind}
      data-slice={overlay.id.replace(/\/.*/, '')}
      data-part={overlay.id}
      aria-label={label}
      onCancel={(event) => {
        // A file picker in it was cancelled.
        if (event.target !== event.currentTarget) return;
        // Otherwise the browser closes the dialog while it stays in the stack.
        event.preventDefault();
        if (event.cancelable) dismiss();
      }}
      // Chromium closes at a second Escape without asking the page: it is opened again to ask.
      onClose={({ currentTarget }) => {
        if (currentTarget.open) return;
        currentTarget.showModal();
        dismiss();
      }}
      // A click on the backdrop closes only if it started there, unlike a text selection that ends there.
      onPointerDown={(event) => {
        pressedBackdrop.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && pressedBackdrop.current) dismiss();
      }}
    >
      <div className={classes.content}>
        <OverlayContext value={context}>{children}</OverlayContext>
        <button type="button" className={classes.close} aria-label="Close" onClick={dismiss}>
          ×
        </button>
      </div>
    </dialog>
  );
}

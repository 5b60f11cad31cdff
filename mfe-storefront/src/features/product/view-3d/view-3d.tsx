import { Button } from '@shop/ui/button.tsx';
import { Spinner } from '@shop/ui/spinner.tsx';
import { skipToken, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import type { Product } from '../api/product.ts';
import { type SavedChoices, savedChoicesKey } from '../choices.rules.ts';
import { customizedDesign } from './design.rules.ts';
import { openStage, type Stage } from './stage.ts';
import s from './view-3d.module.css';

/** Degrees per key press or button, and per dragged pixel. */
const STEP = 15;
const PER_PIXEL = 0.5;
const ZOOM_STEP = 1.25;

type State = 'building' | 'turning' | 'still' | 'failed';

/** An interactive 3D model with the chosen options; built in the browser from its design, nothing is downloaded. */
export function View3d({ product, onClose }: { product: Product; onClose(): void }) {
  const { data: saved } = useQuery<SavedChoices>({
    queryKey: savedChoicesKey(product.productGroup),
    queryFn: skipToken,
  });
  const id = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useRef<Stage>(undefined);
  const drag = useRef<{ pointerId: number; x: number; y: number }>(undefined);
  const [state, setState] = useState<State>('building');
  const shown = customizedDesign(product, saved);
  const wanted = JSON.stringify(shown);

  useEffect(() => {
    const element = canvas.current!;
    const lost = () => setState('failed');
    element.addEventListener('webglcontextlost', lost);
    element.focus({ preventScroll: true });
    return () => {
      element.removeEventListener('webglcontextlost', lost);
      stage.current?.close();
      stage.current = undefined;
    };
  }, []);

  useEffect(() => {
    // Building takes some tenths of a second: the loading state is painted first.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        try {
          const isFirst = stage.current === undefined;
          stage.current ??= openStage(canvas.current!, (isTurning) => setState(isTurning ? 'turning' : 'still'));
          const { design, purity } = JSON.parse(wanted) as NonNullable<typeof shown>;
          stage.current.show(design, purity);
          if (isFirst && !matchMedia('(prefers-reduced-motion: reduce)').matches) stage.current.present();
          else setState('still');
        } catch (error) {
          reportError(error);
          setState('failed');
        }
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [wanted]);

  const onKeyDown = (event: KeyboardEvent) => {
    const act = {
      ArrowLeft: () => stage.current?.turn(-STEP, 0),
      ArrowRight: () => stage.current?.turn(STEP, 0),
      ArrowUp: () => stage.current?.turn(0, STEP),
      ArrowDown: () => stage.current?.turn(0, -STEP),
      '+': () => stage.current?.zoom(ZOOM_STEP),
      '=': () => stage.current?.zoom(ZOOM_STEP),
      '-': () => stage.current?.zoom(1 / ZOOM_STEP),
      Home: () => stage.current?.reset(),
      Escape: onClose,
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const onPointerDown = ({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLCanvasElement>) => {
    // A second finger is ignored.
    if (drag.current) return;
    currentTarget.setPointerCapture(pointerId);
    drag.current = { pointerId, x: clientX, y: clientY };
  };
  const onPointerMove = ({ pointerId, clientX, clientY }: PointerEvent) => {
    if (drag.current?.pointerId !== pointerId) return;
    // `movementX` is not reported for touch in every browser.
    const { x, y } = drag.current;
    stage.current?.turn((clientX - x) * PER_PIXEL, (clientY - y) * PER_PIXEL);
    drag.current = { pointerId, x: clientX, y: clientY };
  };
  const onPointerEnd = ({ pointerId }: PointerEvent) => {
    if (drag.current?.pointerId === pointerId) drag.current = undefined;
  };

  return (
    <div className={s.view} role="group" aria-label={`3D view of ${product.name}`} data-3d={state}>
      <canvas
        ref={canvas}
        className={s.canvas}
        hidden={state === 'failed'}
        // Arrow keys are handled here, as in a slider.
        // oxlint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role -- it has no role without it
        role="application"
        aria-roledescription="3D model"
        aria-label={`${product.name}, in three dimensions`}
        aria-describedby={`${id}-how`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        // Released, or the browser took over to scroll the page.
        onLostPointerCapture={onPointerEnd}
      />
      {state === 'failed' ? (
        <p className={s.failed} role="alert">
          This browser cannot show the piece in 3D: WebGL is missing or switched off. The pictures show it from all
          sides.
        </p>
      ) : (
        <>
          <p id={`${id}-how`} className={s.how}>
            Drag, or use the arrow keys, to turn it; + and − come nearer and go away
          </p>
          <p className="visually-hidden" role="status">
            {state === 'building' ? 'Building the model' : 'The model is ready'}
          </p>
          {state === 'building' && (
            <div className={s.building}>
              <Spinner />
            </div>
          )}
          <p className={s.tools}>
            <Tool name="Turn left" sign="‹" onPress={() => stage.current?.turn(-STEP, 0)} />
            <Tool name="Turn right" sign="›" onPress={() => stage.current?.turn(STEP, 0)} />
            <Tool name="Nearer" sign="+" onPress={() => stage.current?.zoom(ZOOM_STEP)} />
            <Tool name="Farther" sign="−" onPress={() => stage.current?.zoom(1 / ZOOM_STEP)} />
          </p>
        </>
      )}
      <Button look="secondary" className={s.close} onClick={onClose}>
        Back to the pictures
      </Button>
    </div>
  );
}

function Tool({ name, sign, onPress }: { name: string; sign: string; onPress(): void }) {
  return (
    <button type="button" aria-label={name} title={name} onClick={onPress}>
      {sign}
    </button>
  );
}

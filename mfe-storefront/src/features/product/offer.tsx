import { GUEST_SIZES_KEY, taxNote } from '@shop/contracts/browser';
import { Fragment, SessionContext, useBrowserEvent, useCurrency, useInBrowser, useStore } from '@shop/mfe-kit';
import { Price } from '@shop/ui/price.tsx';
import { type Tab, Tabs } from '@shop/ui/tabs.tsx';
import { lazy, Suspense, use, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { Product, Variant } from './api/product.ts';
import { customizationsOf, firstMissing, isMadeToOrder, type Mode, returnNote } from './choices.rules.ts';
import s from './offer.module.css';
import { Options } from './options.tsx';
import { Promises } from './promises.tsx';
import { ToneSwatches } from './tone-swatches.tsx';
import { useChoices } from './use-choices.ts';
import { usePriceAdditions } from './use-price-additions.ts';
import { useShownPrice } from './use-shown-price.ts';

// Most pieces are in stock.
const WaitForPiece = lazy(() => import(/* webpackChunkName: "late" */ './wait-for-piece.tsx'));

const READY: Tab<Mode> = { value: 'ready', name: 'Ready Available' };
const CUSTOM: Tab<Mode> = { value: 'custom', name: 'Customization' };
const TABS = [READY, CUSTOM];
const ONLY_READY = [READY, { ...CUSTOM, disabled: 'This piece is made only as it is shown' }];

/** From how many on the number is not said. */
const MANY = 4;

const stockNote = (stock: number): string =>
  stock <= 0 ? 'Out of stock' : stock < MANY ? `${stock} left in stock` : 'In stock';

function hasGuestSizes(): boolean {
  try {
    return localStorage.getItem(GUEST_SIZES_KEY) !== null;
  } catch {
    return false;
  }
}

/** Price, stock, metals, options, and the buy buttons. */
export function Offer({ product, variants }: { product: Product; variants: readonly Variant[] }) {
  const { formatPrice, tax } = useCurrency();
  const isInBrowser = useInBrowser();
  const section = useRef<HTMLDivElement>(null);
  const [extras, loadExtras] = usePriceAdditions(product);
  const chosen = useChoices(product, extras, section);
  const { mode, groups, choices, engraving } = chosen;
  const { price, mrp, isFetching } = useShownPrice(product, chosen);
  /** Whether something was to be bought without a choice that it needs. */
  const [isAsked, setAsked] = useState(false);
  const { user } = useStore(use(SessionContext)!.state);
  const [isSizing, setSizing] = useState(false);

  const missing = firstMissing(groups, choices);
  const madeToOrder = isMadeToOrder(mode, groups, choices);
  const note = returnNote(madeToOrder, engraving);

  // The buttons belong to another remote: a change that is not deferred could reach them before their code is loaded.
  const forSale = useDeferredValue(
    useMemo(
      () => ({
        productId: product._id,
        detailsRef: product.detailsRef._id,
        detailsModel: product.detailsModel,
        price,
        ...(mrp !== undefined && { mrp }),
        stock: product.stock,
        customizations: customizationsOf(mode, { ...choices, engraving }, product),
        ...(missing && { problem: missing.needed }),
      }),
      [product, price, mrp, mode, choices, engraving, missing],
    ),
  );

  /** On intent. */
  const prepare = () => {
    setSizing(true);
    loadExtras();
  };
  useEffect(() => {
    if (user || hasGuestSizes()) setSizing(true);
  }, [user]);

  useBrowserEvent('checkout:choice-missing', ({ productId }) => {
    if (productId !== product._id || !missing) return;
    setAsked(true);
    const field = section.current?.querySelector<HTMLElement>(`[data-choice=${missing.name}]`);
    field?.querySelector<HTMLElement>('input, select')?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: 'center' });
  });

  return (
    <>
      <Price size="large" busy={isFetching}>
        {formatPrice({ price, mrp })}
      </Price>
      <p className={s.note}>{taxNote(tax)}</p>
      <p className={product.stock > 0 ? s.inStock : s.outOfStock}>{stockNote(product.stock)}</p>
      <ToneSwatches group={product.productGroup} shown={product._id} variants={variants} />
      <div ref={section} className={s.options} onPointerEnter={prepare} onFocus={prepare}>
        <Tabs
          label="How the piece is made"
          tabs={product.customizable ? TABS : ONLY_READY}
          value={mode}
          onChoose={(next) => {
            setAsked(false);
            chosen.switchTo(next);
          }}
        >
          <Options {...{ product, chosen, extras, isSizing }} asked={isAsked ? missing : undefined} />
        </Tabs>
      </div>
      <div className={s.buy}>
        {/* In the page from the start, so that a change is announced. */}
        <p className={s.terms} role="status">
          {note}
        </p>
        <Fragment id="checkout/buy" {...forSale} />
      </div>
      {product.stock === 0 && (
        <div className={s.wait}>
          {isInBrowser && (
            <Suspense>
              <WaitForPiece product={product} />
            </Suspense>
          )}
        </div>
      )}
      <Promises
        certification={product.detailsRef.certification}
        isMadeToOrder={madeToOrder}
        isReturnable={note === undefined}
      />
    </>
  );
}

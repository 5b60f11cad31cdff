import { GUEST_SIZES_KEY, taxNote } from '@shop/contracts/browser';
import { Fragment, SessionContext, useBrowserEvent, useCurrency, useInBrowser, useStore } from '@shop/mfe-kit';
import { Price } from '@shop/ui/price.tsx';
import { type Tab, Tabs } from '@shop/ui/tabs.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, use, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { Product, Variant } from './api/product.ts';
import { engravingFeeQuery, quoteQuery } from './api/quote.ts';
import { ChoiceField } from './choice-field.tsx';
import {
  canBeEngraved,
  type ChoiceName,
  type Choices,
  customizationsOf,
  type Extras,
  groupsOf,
  hasSizes,
  isFixed,
  type SavedChoices,
  savedChoicesKey,
  firstMissing,
  isMadeToOrder,
  type Mode,
  offeredChoices,
  initialChoices,
  returnNote,
  sizeKindOf,
} from './choices.rules.ts';
import s from './offer.module.css';
import { Promises } from './promises.tsx';
import { SizeGuideLink } from './size-guide-link.tsx';
import { ToneSwatches } from './tone-swatches.tsx';

// Most pieces are in stock.
const WaitForPiece = lazy(() => import(/* webpackChunkName: "late" */ './wait-for-piece.tsx'));
// Most visitors have no size here yet.
const MySize = lazy(() => import(/* webpackChunkName: "my-size" */ './my-size.tsx'));

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
  const { format, formatPrice, tax } = useCurrency();
  const queryClient = useQueryClient();
  const isInBrowser = useInBrowser();
  const section = useRef<HTMLDivElement>(null);
  const key = savedChoicesKey(product.productGroup);
  const [{ mode: wanted, choices: chosen }, setSaved] = useState<SavedChoices>(
    () => queryClient.getQueryData<SavedChoices>(key) ?? { mode: 'ready', choices: initialChoices(product, 'ready') },
  );
  const [extras, setExtras] = useState<Extras>();
  const [isAsked, setAsked] = useState(false);
  const { user } = useStore(use(SessionContext)!.state);
  /** Whether a size may be known or chosen. */
  const [isSizing, setSizing] = useState(false);

  // Another variant may offer less: choices that it lacks are ignored.
  const mode = product.customizable ? wanted : 'ready';
  const groups = useMemo(() => groupsOf(product, mode, extras), [product, mode, extras]);
  const choices = useMemo(
    () => ({ ...offeredChoices(groups, initialChoices(product, mode)), ...offeredChoices(groups, chosen) }),
    [product, mode, groups, chosen],
  );
  const fixed = groups.filter(isFixed);
  const isEngravable = canBeEngraved(product);
  const engraving = isEngravable ? (chosen.engraving ?? '') : '';
  const missing = firstMissing(groups, choices);
  const madeToOrder = isMadeToOrder(mode, groups, choices);
  const note = returnNote(madeToOrder, engraving);
  // With the other additions, or when something was typed before them.
  const { data: fee } = useQuery({ ...engravingFeeQuery, enabled: isEngravable && (!!extras || engraving !== '') });

  const priced = useMemo(() => customizationsOf(mode, choices, product), [mode, choices, product]);
  const isPlain = mode === 'ready' && groups.every(({ name, own }) => !choices[name] || choices[name] === own);
  const { data: quote, isFetching } = useQuery({ ...quoteQuery(product._id, priced), enabled: !isPlain });
  // The last price of this variant stays until another one arrives, or if none does.
  const [last, setLast] = useState<{ of: string; quote: typeof quote }>();
  if (quote && quote !== last?.quote) setLast({ of: product._id, quote });
  const known = quote ?? (last?.of === product._id ? last.quote : undefined);
  const { price, mrp } = isPlain || !known ? product : { price: known.finalPrice, mrp: known.mrp };

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

  const change = (next: SavedChoices) => {
    setSaved(next);
    queryClient.setQueryData(key, next);
  };
  const choose = (name: ChoiceName | 'engraving', value: string) =>
    change({ mode, choices: { ...chosen, [name]: value } });
  const switchTo = (next: Mode) => {
    if (next === mode) return;
    setAsked(false);
    setLast(undefined);
    change({ mode: next, choices: initialChoices(product, next) });
  };
  /** Set on intent: loads the price additions. */
  const isAsking = useRef(false);
  const prepare = () => {
    if (isAsking.current) return;
    isAsking.current = true;
    setSizing(true);
    import(/* webpackChunkName: "extras" */ './api/extras.ts')
      .then(({ extrasOf }) =>
        extrasOf(queryClient, product, groupsOf(product, product.customizable ? 'custom' : 'ready')),
      )
      .then(setExtras, (error: unknown) => {
        isAsking.current = false;
        reportError(error);
      });
  };

  // Choices made before hydration.
  useEffect(() => {
    const inputs = [...section.current!.querySelectorAll<HTMLInputElement>('input, select')].filter(
      ({ type, checked, value }) => (type === 'radio' ? checked : type !== 'select-one' || value !== ''),
    );
    const given = Object.fromEntries(inputs.map((input) => [input.dataset['name'], input.value])) as Choices;
    // The same state object avoids an update, which could remount the buttons before their code is loaded.
    setSaved((saved) => {
      const isNew = Object.entries(given).some(
        ([name, value]) => value !== (saved.choices[name as keyof Choices] ?? ''),
      );
      return isNew ? { ...saved, choices: { ...saved.choices, ...given } } : saved;
    });
  }, []);

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
          onChoose={switchTo}
        >
          {fixed.length > 0 && (
            <dl className={s.fixed}>
              {fixed.map(({ name, title, values }) => (
                <div key={name}>
                  <dt>{title}</dt>
                  <dd>{values[0]}</dd>
                </div>
              ))}
            </dl>
          )}
          {groups
            .filter((group) => !isFixed(group))
            .map((group) => {
              const kind = sizeKindOf(group.name, product);
              return (
                <ChoiceField
                  key={group.name}
                  group={group}
                  value={choices[group.name]}
                  aside={
                    kind &&
                    isSizing && (
                      <Suspense>
                        <MySize
                          kind={kind}
                          values={group.values.filter((one) => !group.notPriced?.includes(one))}
                          value={choices[group.name]}
                          onChoose={(size) => choose(group.name, size)}
                        />
                      </Suspense>
                    )
                  }
                  prices={extras?.prices[group.name]}
                  showPrices={mode === 'custom'}
                  problem={isAsked && group === missing ? group.needed : undefined}
                  onChoose={choose}
                />
              );
            })}
          {hasSizes(groups) && <SizeGuideLink category={product.category.main} />}
          {isEngravable && (
            <label className={s.engraving}>
              <span>
                Engraving {fee !== undefined && <span className={s.fee}>+ {format(fee)} once per order</span>}
              </span>
              <input
                data-name="engraving"
                value={engraving}
                maxLength={40}
                placeholder="Enter engraving (optional)"
                onChange={(event) => choose('engraving', event.target.value)}
              />
            </label>
          )}
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

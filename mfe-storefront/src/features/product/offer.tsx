import { Fragment, useBrowserEvent, useCurrency } from '@shop/mfe-kit';
import { Price } from '@shop/ui/price.tsx';
import { type Tab, Tabs } from '@shop/ui/tabs.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { Product, Variant } from './api/product.ts';
import { quoteQuery } from './api/quote.ts';
import { ChoiceField } from './choice-field.tsx';
import {
  canBeEngraved,
  type ChoiceName,
  type Choices,
  customizationsOf,
  type Extras,
  groupsOf,
  type Kept,
  keptKey,
  missingOf,
  type Mode,
  offeredOf,
  startOf,
} from './choices.rules.ts';
import s from './offer.module.css';
import { SizeGuideLink } from './size-guide-link.tsx';
import { ToneSwatches } from './tone-swatches.tsx';

const READY: Tab<Mode> = { value: 'ready', name: 'Ready Available' };
const CUSTOM: Tab<Mode> = { value: 'custom', name: 'Customization' };
/** A piece that is not of gold is not made to order. */
const TABS = [READY, CUSTOM];
const ONLY_READY = [READY, { ...CUSTOM, disabled: 'Only gold pieces are made to order' }];

/** Price, stock, the metals, what can be chosen, and the buttons to buy it. */
export function Offer({ product, variants }: { product: Product; variants: readonly Variant[] }) {
  const { format } = useCurrency();
  const queryClient = useQueryClient();
  const section = useRef<HTMLDivElement>(null);
  const key = keptKey(product.productGroup);
  const [{ mode: wanted, choices: chosen }, setKept] = useState<Kept>(
    () => queryClient.getQueryData<Kept>(key) ?? { mode: 'ready', choices: startOf(product, 'ready') },
  );
  const [extras, setExtras] = useState<Extras>();
  const [isAsked, setAsked] = useState(false);

  // Another variant may come in less: what it does not come in does not count.
  const mode = product.customizable ? wanted : 'ready';
  const groups = useMemo(() => groupsOf(product, mode, extras), [product, mode, extras]);
  const choices = useMemo(
    () => ({ ...offeredOf(groups, startOf(product, mode)), ...offeredOf(groups, chosen) }),
    [product, mode, groups, chosen],
  );
  const isEngravable = canBeEngraved(product);
  const engraving = isEngravable ? (chosen.engraving ?? '') : '';
  const missing = missingOf(groups, choices);

  const priced = useMemo(() => customizationsOf(mode, choices, product), [mode, choices, product]);
  const isPlain = mode === 'ready' && groups.every(({ name, own }) => !choices[name] || choices[name] === own);
  const { data: quote, isFetching } = useQuery({ ...quoteQuery(product._id, priced), enabled: !isPlain });
  // The last price of this variant stays until another one comes, and when none does.
  const [last, setLast] = useState<{ of: string; quote: typeof quote }>();
  if (quote && quote !== last?.quote) setLast({ of: product._id, quote });
  const known = quote ?? (last?.of === product._id ? last.quote : undefined);
  const price = isPlain || !known ? product.price : known.finalPrice;

  // The buttons are another remote's: a change that is not deferred could reach them before their code is there.
  const forSale = useDeferredValue(
    useMemo(
      () => ({
        productId: product._id,
        detailsRef: product.detailsRef._id,
        detailsModel: product.detailsModel,
        price,
        stock: product.stock,
        customizations: customizationsOf(mode, { ...choices, engraving }, product),
        ...(missing && { problem: missing.needed }),
      }),
      [product, price, mode, choices, engraving, missing],
    ),
  );

  const change = (next: Kept) => {
    setKept(next);
    queryClient.setQueryData(key, next);
  };
  const choose = (name: ChoiceName | 'engraving', value: string) =>
    change({ mode, choices: { ...chosen, [name]: value } });
  const switchTo = (next: Mode) => {
    if (next === mode) return;
    setAsked(false);
    setLast(undefined);
    change({ mode: next, choices: startOf(product, next) });
  };
  /** At the first sign of interest: what each value adds to the price. */
  const isAsking = useRef(false);
  const prepare = () => {
    if (isAsking.current) return;
    isAsking.current = true;
    import(/* webpackChunkName: "extras" */ './api/extras.ts')
      .then(({ extrasOf }) =>
        extrasOf(queryClient, product, groupsOf(product, product.customizable ? 'custom' : 'ready')),
      )
      .then(setExtras, (error: unknown) => {
        isAsking.current = false;
        reportError(error);
      });
  };

  // What was chosen before the page came alive.
  useEffect(() => {
    const inputs = [...section.current!.querySelectorAll('input')].filter(
      ({ type, checked }) => type !== 'radio' || checked,
    );
    const given = Object.fromEntries(inputs.map((input) => [input.dataset['name'], input.value])) as Choices;
    // Nothing new is no update at all: one that meets the buttons before their code came could replace them.
    setKept((kept) => {
      const isNew = Object.entries(given).some(
        ([name, value]) => value !== (kept.choices[name as keyof Choices] ?? ''),
      );
      return isNew ? { ...kept, choices: { ...kept.choices, ...given } } : kept;
    });
  }, []);

  useBrowserEvent('checkout:choice-missing', ({ productId }) => {
    if (productId !== product._id || !missing) return;
    setAsked(true);
    const field = section.current?.querySelector<HTMLElement>(`[data-choice=${missing.name}]`);
    field?.querySelector('input')?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: 'center' });
  });

  return (
    <>
      <Price size="large" busy={isFetching}>
        {format(price)}
      </Price>
      <p className={s.note}>MRP Inclusive of all taxes</p>
      <p className={product.stock > 0 ? s.inStock : s.outOfStock}>{product.stock > 0 ? 'In stock' : 'Out of stock'}</p>
      <ToneSwatches group={product.productGroup} shown={product._id} variants={variants} />
      <div ref={section} className={s.options} onPointerEnter={prepare} onFocus={prepare}>
        <Tabs
          label="How the piece is made"
          tabs={product.customizable ? TABS : ONLY_READY}
          value={mode}
          onChoose={switchTo}
        >
          {groups.map((group) => (
            <ChoiceField
              key={group.name}
              group={group}
              value={choices[group.name]}
              prices={extras?.prices[group.name]}
              showPrices={mode === 'custom'}
              problem={isAsked && group === missing ? group.needed : undefined}
              onChoose={choose}
            />
          ))}
          <SizeGuideLink category={product.category.main} />
          {isEngravable && (
            <label className={s.engraving}>
              Engraving
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
        <Fragment id="checkout/buy" {...forSale} />
      </div>
    </>
  );
}

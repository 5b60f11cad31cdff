import { useCurrency } from '@shop/mfe-kit';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { Product } from './api/product.ts';
import { engravingFeeQuery } from './api/quote.ts';
import { ChoiceField } from './choice-field.tsx';
import { canBeEngraved, type ChoiceGroup, type Extras, hasSizes, isFixed, sizeKindOf } from './choices.rules.ts';
import s from './offer.module.css';
import { SizeGuideLink } from './size-guide-link.tsx';
import type { ChosenOptions } from './use-choices.ts';

// Most visitors have no size here yet.
const MySize = lazy(() => import(/* webpackChunkName: "my-size" */ './my-size.tsx'));

interface Props {
  product: Product;
  chosen: ChosenOptions;
  extras: Extras | undefined;
  /** Whether a size may be known or chosen. */
  isSizing: boolean;
  /** Without which an attempt to buy failed. */
  asked: ChoiceGroup | undefined;
}

/** What the piece is made of, its sizes, and its engraving. */
export function Options({ product, chosen, extras, isSizing, asked }: Props) {
  const { mode, groups, choices, engraving, choose } = chosen;
  const fixed = groups.filter(isFixed);
  return (
    <>
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
              problem={group === asked ? group.needed : undefined}
              onChoose={choose}
            />
          );
        })}
      {hasSizes(groups) && <SizeGuideLink category={product.category.main} />}
      {canBeEngraved(product) && (
        <Engraving
          value={engraving}
          // With the other additions, or when something was typed before them.
          isPriced={extras !== undefined || engraving !== ''}
          onChange={(text) => choose('engraving', text)}
        />
      )}
    </>
  );
}

interface EngravingProps {
  value: string;
  /** Whether its fee is to be shown. */
  isPriced: boolean;
  onChange(text: string): void;
}

function Engraving({ value, isPriced, onChange }: EngravingProps) {
  const { format } = useCurrency();
  const { data: fee } = useQuery({ ...engravingFeeQuery, enabled: isPriced });
  return (
    <label className={s.engraving}>
      <span>Engraving {fee !== undefined && <span className={s.fee}>+ {format(fee)} once per order</span>}</span>
      <input
        data-name="engraving"
        value={value}
        maxLength={40}
        placeholder="Enter engraving (optional)"
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

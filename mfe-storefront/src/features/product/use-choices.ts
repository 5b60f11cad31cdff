import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import type { Product } from './api/product.ts';
import {
  canBeEngraved,
  type ChoiceGroup,
  type ChoiceName,
  type Choices,
  type Extras,
  groupsOf,
  initialChoices,
  type Mode,
  offeredChoices,
  type SavedChoices,
  savedChoicesKey,
} from './choices.rules.ts';

export interface ChosenOptions {
  mode: Mode;
  /** What the mode offers. */
  groups: readonly ChoiceGroup[];
  /** What is chosen of it. */
  choices: Choices;
  engraving: string;
  choose(name: ChoiceName | 'engraving', value: string): void;
  switchTo(mode: Mode): void;
}

/**
 * The options of a product and what is chosen of them; it is there again after Back.
 * @param section has the fields, in which a choice may have been made before hydration
 */
export function useChoices(
  product: Product,
  extras: Extras | undefined,
  section: RefObject<HTMLElement | null>,
): ChosenOptions {
  const queryClient = useQueryClient();
  const key = savedChoicesKey(product.productGroup);
  const [{ mode: wanted, choices: chosen }, setSaved] = useState<SavedChoices>(
    () => queryClient.getQueryData<SavedChoices>(key) ?? { mode: 'ready', choices: initialChoices(product, 'ready') },
  );

  // Another variant may offer less: choices that it lacks are ignored.
  const mode = product.customizable ? wanted : 'ready';
  const groups = useMemo(() => groupsOf(product, mode, extras), [product, mode, extras]);
  const choices = useMemo(
    () => ({ ...offeredChoices(groups, initialChoices(product, mode)), ...offeredChoices(groups, chosen) }),
    [product, mode, groups, chosen],
  );

  useEffect(() => {
    const given = choicesIn(section.current!);
    // The same state object avoids an update, which could remount the buttons before their code is loaded.
    setSaved((saved) => {
      const isNew = Object.entries(given).some(
        ([name, value]) => value !== (saved.choices[name as keyof Choices] ?? ''),
      );
      return isNew ? { ...saved, choices: { ...saved.choices, ...given } } : saved;
    });
  }, [section]);

  const change = (next: SavedChoices) => {
    setSaved(next);
    queryClient.setQueryData(key, next);
  };
  return {
    ...{ mode, groups, choices },
    engraving: canBeEngraved(product) ? (chosen.engraving ?? '') : '',
    choose: (name, value) => change({ mode, choices: { ...chosen, [name]: value } }),
    switchTo: (next) => {
      if (next !== mode) change({ mode: next, choices: initialChoices(product, next) });
    },
  };
}

function choicesIn(section: HTMLElement): Choices {
  const fields = [...section.querySelectorAll<HTMLInputElement>('input, select')].filter(({ type, checked, value }) =>
    type === 'radio' ? checked : type !== 'select-one' || value !== '',
  );
  return Object.fromEntries(fields.map((field) => [field.dataset['name'], field.value])) as Choices;
}

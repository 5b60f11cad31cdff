import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Problems } from './choice.ts';

type FieldName = keyof Problems;
/** From top to bottom. */
const FIELD_NAMES = ['name', 'gstin', 'pan'] as const satisfies readonly FieldName[];

interface ShownProblems {
  problems: Problems;
  /** Marks the fields; the focus moves to the first of them. @returns whether there is one */
  show(found: Problems): boolean;
  fields: Record<FieldName, RefObject<HTMLInputElement | null>>;
}

/** What is wrong with name, GSTIN and PAN of the buyer. */
export function useProblems(): ShownProblems {
  const [problems, setProblems] = useState<Problems>({});
  const [name, gstin, pan] = [
    useRef<HTMLInputElement>(null),
    useRef<HTMLInputElement>(null),
    useRef<HTMLInputElement>(null),
  ];
  useEffect(() => {
    // After they are shown: the service may be the first to ask for one.
    const first = FIELD_NAMES.find((field) => problems[field]);
    if (first) ({ name, gstin, pan })[first].current?.focus();
  }, [problems, name, gstin, pan]);
  return {
    problems,
    show: (found) => {
      setProblems(found);
      return FIELD_NAMES.some((field) => found[field]);
    },
    fields: { name, gstin, pan },
  };
}

import { NO_DOCUMENT, type DocumentChanged } from '@shop/contracts/browser';
import { createStore, toast } from '@shop/mfe-kit';
import { useEffect, useRef, useState } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import type { FormRequest } from '../contract-form/form-request.ts';
import { type ContractFormOptions, useContractForm } from '../contract-form/use-contract-form.ts';
import { beginAgain, showMerged, valueAt } from './begin-again.ts';
import { changedIn } from './change-field.ts';
import { isSame, merge, whoChanged, type Conflict, type Merged } from './merge.rules.ts';
import { labelIn, textIn } from './field-words.ts';

type Versioned = { version?: string | undefined };

/**
 * Sends a request on the version that was read, and answers the document as it is saved; nothing where it shows itself why it is not.
 * `document` is the one that it changes; undefined: it adds one.
 */
type Save<Doc, Values, Request> = (
  request: Request,
  values: Values,
  version: string | undefined,
  document: Doc | undefined,
) => Promise<Doc | undefined>;

interface Options<Doc, Values extends FieldValues, Request extends FormRequest> extends Omit<
  ContractFormOptions<Values, Request>,
  'defaultValues' | 'values' | 'toRequest'
> {
  /** As it was read; undefined or null for one that is not there yet. */
  document: Doc | null | undefined;
  valuesOf(document: Doc | undefined): Values;
  /** The document of an answer of the service, where the form knows it in another shape. */
  fromAnswer?(answered: NonNullable<DocumentChanged['document']>): Doc;
  /** Values to begin with, if they are others than those of the document. */
  start?: Values;
  /** What saving sends: of a document that was read only what differs from `initial`, the values of `document`. */
  toRequest(values: Values, initial: Values, document: Doc | undefined): Request;
  save: Save<Doc, Values, Request>;
  /** After it is saved: keeps it in the cache. `before`: what was changed. Answers the words of the toast, if there are some. */
  onSaved(document: Doc, values: Values, before: Doc | undefined): string | undefined | Promise<string | undefined>;
  /** Takes the form away after that: closes a dialog, leads to another page. Not while something was written since that is not saved. */
  onDone?(document: Doc): void;
  /** Without a document its call adds one under a key that may be taken: it says that nothing was there. */
  isKeyed?: boolean;
  /** After saving the form is empty again, for the next row. */
  startsAgain?: boolean;
  /** Names of fields that no label of the form has; or what finds one in the document as it is now. */
  labels?: Readonly<Record<string, string>> | ((field: string, now: Doc) => string | undefined);
}

/** A field that somebody else changed as well, with the words that show both values. */
export interface ShownConflict extends Conflict {
  label: string;
  by: string;
  mineText: string;
  theirsText: string;
  chosen?: 'mine' | 'theirs';
}

/** What is shown of a merge: see `MergeNotice`. */
export interface ShownMerge {
  /** `Asha changed Phone: kept`. */
  told: readonly string[];
  conflicts: readonly ShownConflict[];
  /** Saving was tried before everything was chosen. */
  isAsked: boolean;
  choose(field: string, side: 'mine' | 'theirs'): void;
}

/** Colleagues who save all the time are told to the user, after a few rounds. */
const MAX_ROUNDS = 5;

/**
 * The form of a document that several people edit: `useContractForm`, and saving is on the version that was read. If somebody saved in
 * between, fields that one side changed are merged and sent again, and told; of a field that both changed both values are shown, and
 * nothing is sent until one is chosen. Nothing is overwritten that was not shown.
 */
export function useDocumentForm<
  Doc extends object & Versioned,
  Values extends FieldValues,
  Request extends FormRequest,
>({
  document: read,
  valuesOf,
  start,
  toRequest,
  save,
  onSaved,
  onDone,
  fromAnswer = (answered) => answered as unknown as Doc,
  isKeyed = false,
  startsAgain = false,
  labels = {},
  ...options
}: Options<Doc, Values, Request>) {
  const [document, setDocument] = useState(read ?? undefined);
  // The document on which the form stands: a save goes on after a merge without a render in between.
  const [base] = useState(() => createStore(document));
  const [told, setTold] = useState<readonly string[]>([]);
  const [conflicts, setConflicts] = useState<readonly ShownConflict[]>([]);
  const [isAsked, setAsked] = useState(false);
  const [element] = useState(() => createStore<HTMLFormElement | null>(null));

  const form = useContractForm<Values, Request>({
    ...options,
    defaultValues: (start ?? valuesOf(document)) as never,
    toRequest: (values, initial) => toRequest(values, initial, base.get()),
  });
  const { setValue, getValues, formState } = form;
  const { isDirty } = formState;
  const fieldOf = options.fieldOf ?? ((path: string) => path);

  // A list that was cached longer may show an older state again.
  const [former] = useState(() => new Set([document?.version]));
  const stand = (on: Doc | undefined): void => {
    former.add(on?.version);
    base.set(on);
    setDocument(on);
  };

  /** Puts what others saved into the form, beside what is written there; answers what is told of it. */
  const take = (others: Doc, saves: DocumentChanged['saves']): { merged: Merged<Values>; news: string[] } => {
    const theirs = valuesOf(others);
    const merged = merge(valuesOf(base.get()), getValues(), theirs);
    stand(others);
    const named = (field: string) => (typeof labels === 'function' ? labels(field, others) : labels[field]);
    const label = (field: string) => named(field) ?? labelIn(element.get(), field);
    const by = (field: string) => whoChanged(field, saves, fieldOf);
    const words = (field: string, value: unknown) => textIn(element.get(), field, value);
    showMerged(form, theirs, merged);
    setConflicts((before) => [
      // Not decided yet, and still the same question.
      ...before.filter(({ field, theirs: shown, chosen }) => {
        const isOpen = !chosen && merged.mine.includes(field);
        return isOpen && isSame(valueAt(theirs, field), shown) && !merged.conflicts.some((one) => one.field === field);
      }),
      ...merged.conflicts.map((conflict) => ({
        ...conflict,
        label: label(conflict.field),
        by: by(conflict.field),
        mineText: words(conflict.field, conflict.mine),
        theirsText: words(conflict.field, conflict.theirs),
      })),
    ]);
    setAsked(false);
    const news = [...Map.groupBy(merged.taken, by)].map(
      ([who, fields]) => `${who} changed ${fields.map(label).join(', ')}: kept`,
    );
    setTold((before) => [...before, ...news]);
    return { merged, news };
  };

  // Read again by the page: others may have saved. What is written stays, and the rest follows.
  const readAgain = read ?? undefined;
  const isOther =
    readAgain?.version !== document?.version ||
    (readAgain?.version === undefined && !isSame(valuesOf(readAgain), valuesOf(document)));
  const known = useRef(readAgain);
  useEffect(() => {
    if (known.current === readAgain) return;
    known.current = readAgain;
    if (!isOther || startsAgain || !readAgain) return;
    if (readAgain.version !== undefined && former.has(readAgain.version)) return;
    if (isDirty) take(readAgain, []);
    else {
      stand(readAgain);
      form.reset(valuesOf(readAgain));
    }
  });

  const open = conflicts.filter(({ chosen, field, mine }) => !chosen && isSame(valueAt(getValues(), field), mine));

  const contractSubmit = form.submit(async (first, written) => {
    setTold([]);
    const news: string[] = [];
    let [request, values] = [first, written];
    const done = async (saved: Doc): Promise<void> => {
      const before = base.get();
      stand(startsAgain ? undefined : saved);
      setConflicts([]);
      const isAll = beginAgain(form, values, valuesOf(base.get()));
      const words = [await onSaved(saved, values, before), ...news].filter((one) => one !== undefined);
      if (words.length > 0) toast.success(words.join('. '));
      if (isAll) onDone?.(saved);
    };
    for (let round = 0; ; round += 1) {
      try {
        const version = base.get()?.version ?? (isKeyed ? NO_DOCUMENT : undefined);
        const saved = await save(request, values, version, base.get());
        if (saved) await done(saved);
        return;
      } catch (error) {
        const changed = changedIn(error);
        if (!changed || round >= MAX_ROUNDS) throw error;
        // Another key, which is free: all of it is new.
        if (changed.document === null) stand(undefined);
        else {
          const now = fromAnswer(changed.document);
          // What was written since is merged into the form, and not sent.
          const sent = merge(valuesOf(base.get()), values, valuesOf(now));
          const { merged, news: heard } = take(now, changed.saves);
          if (merged.conflicts.length + sent.conflicts.length > 0) return;
          news.push(...heard);
          values = sent.values;
          // A colleague saved the same.
          if (sent.mine.length === 0) return done(now);
        }
        request = toRequest(values, valuesOf(base.get()), base.get());
      }
    }
  });

  const onSubmit = (event: Parameters<typeof contractSubmit>[0]): void => {
    element.set((event?.currentTarget as HTMLFormElement | undefined) ?? null);
    if (open.length === 0) return contractSubmit(event);
    event?.preventDefault();
    setAsked(true);
  };

  const choose = (field: string, side: 'mine' | 'theirs'): void => {
    const conflict = conflicts.find((one) => one.field === field)!;
    setConflicts(conflicts.map((one) => (one === conflict ? { ...one, chosen: side } : one)));
    setValue(field as FieldPath<Values>, conflict[side] as never, { shouldDirty: true, shouldValidate: true });
  };

  const shownMerge: ShownMerge = { told, conflicts, isAsked: isAsked && open.length > 0, choose };
  return {
    ...form,
    onSubmit,
    /** The document on which the form stands: as it was read, saved or merged last. */
    document,
    /** Stands on another state of it without a change of what is written. */
    stand,
    merge: shownMerge,
    canSave: isDirty || conflicts.length > 0,
  };
}

import { useContractForm } from '../contract-form/use-contract-form.ts';
import { useDocumentForm } from '../document-form/use-document-form.ts';
import { lowerCaseName } from './names.ts';
import type { Changed, Entry, NameRequest } from './taxonomy.ts';

interface Values {
  name: string;
}

/** Of the field of a name. */
const FIELD = { autoCapitalize: 'none', autoComplete: 'off' } as const;

/** The form of a new name. */
export function useNameForm(toRequest: (name: string) => NameRequest, onDone: (changed: Changed) => void) {
  const { register, formState, submit } = useContractForm({
    defaultValues: { name: '' },
    toRequest: ({ name }: Values) => toRequest(lowerCaseName(name)),
    fallbackField: 'name',
  });
  return {
    busy: formState.isSubmitting,
    onSubmit: submit(async (request) => onDone(await request.send())),
    field: { ...FIELD, error: formState.errors.name?.message, ...register('name') },
  };
}

interface Renaming {
  /** The entry that has the name, its own or that of what is below it. */
  entry: Entry;
  nameIn(entry: Entry): string;
  fromAnswer(answered: never): Entry;
  toRequest(name: string, entry: Entry): NameRequest;
}

/** The form of a name that is there; `onDone` gets no change where it is still the same. */
export function useRenameForm(
  { entry, nameIn, fromAnswer, toRequest }: Renaming,
  onDone: (changed: Changed | undefined) => void,
) {
  const { register, formState, onSubmit, merge } = useDocumentForm({
    document: entry,
    valuesOf: (read): Values => ({ name: read ? nameIn(read) : '' }),
    fromAnswer: (answered) => fromAnswer(answered as never),
    toRequest: ({ name }: Values, _initial, read) => toRequest(lowerCaseName(name), read ?? entry),
    save: async (request, { name }, version) => {
      if (lowerCaseName(name) === nameIn(entry)) {
        onDone(undefined);
        return undefined;
      }
      const changed = await request.send(version);
      onDone(changed);
      return changed.entry;
    },
    // The screen that keeps the entry says what was done.
    onSaved: () => undefined,
    fieldOf: () => 'name',
    fallbackField: 'name',
  });
  return {
    busy: formState.isSubmitting,
    onSubmit,
    merge,
    isUnsaved: formState.isDirty,
    field: { ...FIELD, error: formState.errors.name?.message, ...register('name') },
  };
}

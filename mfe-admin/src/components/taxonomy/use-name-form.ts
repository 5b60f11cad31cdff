import { useContractForm } from '../contract-form/use-contract-form.ts';
import { lowerCaseName } from './names.ts';
import type { Changed, NameRequest } from './taxonomy.ts';

/** The form of a single name; `onDone` gets no change where the name is still `current`. */
export function useNameForm(
  current: string,
  toRequest: (name: string) => NameRequest,
  onDone: (changed: Changed | undefined) => void,
) {
  const { register, formState, submit } = useContractForm({
    defaultValues: { name: current },
    toRequest: ({ name }: { name: string }) => toRequest(lowerCaseName(name)),
    fallbackField: 'name',
  });
  return {
    busy: formState.isSubmitting,
    onSubmit: submit(async (request, { name }) =>
      onDone(lowerCaseName(name) === current ? undefined : await request.send()),
    ),
    field: {
      autoCapitalize: 'none',
      autoComplete: 'off',
      error: formState.errors.name?.message,
      ...register('name'),
    },
  };
}

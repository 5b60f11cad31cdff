import { toNestErrors } from '@hookform/resolvers';
import { ApiError, applyProblem, messageOf, toast } from '@shop/mfe-kit';
import { useEffect, useRef, type SubmitEvent } from 'react';
import {
  useForm,
  type Control,
  type FieldError,
  type FieldPath,
  type FieldValues,
  type Resolver,
  type UseFormProps,
} from 'react-hook-form';
import { useUnsaved } from '../unsaved.ts';
import { waitsForUploads } from '../upload/uploading.ts';
import type { FormRequest } from './form-request.ts';

export interface ContractFormOptions<Values extends FieldValues, Request extends FormRequest> extends Omit<
  UseFormProps<Values>,
  'resolver' | 'mode'
> {
  /** What saving `values` sends, which is validated with the contract of its call; `initial` is what was saved last. */
  toRequest(values: Values, initial: Values): Request;
  /** The field of a path in the body, where the two have different names. */
  fieldOf?(path: string): string;
  /** Rules that no contract knows, by field: they come first. */
  check?(values: Values): Partial<Record<FieldPath<Values>, string | undefined>>;
  /** The field that shows what belongs to no field; else it is the form's error or a toast. */
  fallbackField?: FieldPath<Values>;
  /** Shown for an error without a message of the service. */
  failure?: string;
  /** For forms longer than a screen: also a toast where fields are marked. */
  alwaysToast?: boolean;
}

type FieldCheck = () => string | undefined;

const fieldChecks = new WeakMap<object, Map<string, FieldCheck>>();

/** A rule of a component around a field: answers what is wrong with it. */
export function useFieldCheck<Values extends FieldValues>(
  control: Control<Values>,
  name: FieldPath<Values>,
  check: FieldCheck,
): void {
  useEffect(() => {
    const checks = fieldChecks.get(control) ?? new Map<string, FieldCheck>();
    fieldChecks.set(control, checks.set(name, check));
    return () => void checks.delete(name);
  }, [control, name, check]);
}

/** A save button that has nothing to save any more lets go of the focus: the form that it belongs to takes it. */
function keepFocus(form: HTMLFormElement): void {
  requestAnimationFrame(() => {
    const { activeElement } = document;
    const isLost =
      activeElement === document.body || (activeElement?.matches(':disabled') && form.contains(activeElement));
    if (!form.isConnected || !isLost) return;
    form.tabIndex = -1;
    form.focus({ preventScroll: true });
  });
}

const loadSchemas = () => import(/* webpackChunkName: "body-schemas" */ './body-schemas.ts');

/** Without the chunk (offline, a deployment in between) the service alone validates, by the same schemas. */
const issuesOf = async (request: FormRequest) =>
  (await loadSchemas().catch(() => undefined))?.bodyIssues(request) ?? [];

/**
 * A form of react-hook-form over the contract of the call that it sends: issues of the contract's schema and problems of the
 * service are shown at their fields, others as `formError`.
 */
export function useContractForm<Values extends FieldValues, Request extends FormRequest>({
  toRequest,
  fieldOf = (path) => path,
  check,
  fallbackField,
  failure,
  alwaysToast = false,
  ...options
}: ContractFormOptions<Values, Request>) {
  // In the order of the form.
  const names = useRef(new Set<string>());

  /** The field that shows what is wrong at `path`: its own or the nearest around it. Undefined where there is none. */
  const fieldAt = (path: string): string | undefined => {
    for (let name = fieldOf(path); name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('.')))) {
      if (names.current.has(name)) return name;
      if (names.current.has(`${name}.0`) || [...names.current].some((other) => other.startsWith(`${name}.0.`))) {
        return `${name}.root`;
      }
    }
    return fallbackField;
  };

  const resolver: Resolver<Values> = async (values, _context, resolverOptions) => {
    for (const name of resolverOptions.names ?? []) names.current.add(name);
    const errors: Record<string, FieldError> = {};
    const complain = (name: string, message: string | undefined) => {
      if (message) errors[name] ??= { type: 'validate', message };
    };
    for (const [name, fieldCheck] of fieldChecks.get(form.control) ?? []) complain(name, fieldCheck());
    for (const [name, message] of Object.entries<string | undefined>(check?.(values) ?? {})) complain(name, message);
    for (const { path, message } of await issuesOf(requestOf(values))) {
      const name = fieldAt(path);
      complain(name ?? 'root', name || path === '' ? message : `${path}: ${message}`);
    }
    return Object.keys(errors).length > 0
      ? { values: {}, errors: toNestErrors(errors, resolverOptions) }
      : { values, errors: {} };
  };

  const form = useForm<Values>({ ...options, resolver, shouldFocusError: false });
  const { setError, handleSubmit } = form;
  useUnsaved(form.formState.isDirty);
  const requestOf = (values: Values) => toRequest(values, form.formState.defaultValues as Values);

  useEffect(() => void loadSchemas().catch(() => {}), []);

  // To the first field that is marked, as people see them: fields of components register after those of the form itself.
  const element = useRef<HTMLFormElement>(undefined);
  const isLed = useRef(false);
  useEffect(() => {
    const marked = isLed.current ? element.current?.querySelector<HTMLElement>('[aria-invalid=true]') : undefined;
    if (!marked) return;
    isLed.current = false;
    marked.focus();
  });

  /** Marks the fields that the service names, and moves the focus to the first; the rest is a toast. */
  const showProblem = (error: unknown): void => {
    const problems = Object.entries((error instanceof ApiError && error.problem.errors) || {});
    const byField = new Map<string, string>();
    const elsewhere: string[] = [];
    for (const [path, message] of problems) {
      const name = fieldAt(path);
      if (!name) elsewhere.push(message);
      else if (!byField.has(name)) byField.set(name, path);
    }
    const order = [...names.current];
    const marked = [...byField].toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other));
    const fieldOfPath = new Map(marked.map(([name, path]) => [path, name as FieldPath<Values>]));
    const isMarked = applyProblem(error, (path, fieldError) => setError(fieldOfPath.get(path)!, fieldError), [
      ...fieldOfPath.keys(),
    ]);
    isLed.current = isMarked;
    if (elsewhere.length > 0) setError('root', { type: 'server', message: elsewhere.join('. ') });
    if (fallbackField && !isMarked) {
      setError(fallbackField, { type: 'server', message: messageOf(error, failure) }, { shouldFocus: true });
    } else if (alwaysToast || !isMarked) toast.error(messageOf(error, failure));
  };

  /** For `onSubmit`: `save` is given the valid request, and what it throws is shown. */
  const submit =
    (save: (request: Request, values: Values) => unknown) =>
    (event?: SubmitEvent): void => {
      const submitted = event?.currentTarget as HTMLFormElement | undefined;
      element.current = submitted;
      isLed.current = false;
      if (waitsForUploads(submitted)) return event?.preventDefault();
      void handleSubmit(
        async (values) => {
          try {
            await save(requestOf(values), values);
            if (submitted) keepFocus(submitted);
          } catch (error) {
            showProblem(error);
          }
        },
        () => void (isLed.current = true),
      )(event);
    };

  return { ...form, submit, showProblem, formError: form.formState.errors.root?.message };
}

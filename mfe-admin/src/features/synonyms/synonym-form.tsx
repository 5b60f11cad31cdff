import { catalog } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Field } from '@shop/ui/field.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import { changedFields } from '../../components/changed-fields.ts';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { mayLeave } from '../../components/unsaved.ts';
import { MergeNotice } from '../../components/document-form/merge-notice.tsx';
import { useDocumentForm } from '../../components/document-form/use-document-form.ts';
import form from '../../components/form.module.css';
import { useFocusAsked } from '../../components/use-focus-asked.ts';
import type { Synonym } from './api/synonyms.ts';

interface Values {
  means: string;
  /** One in each line. */
  words: string;
}

const valuesOf = (synonym?: Synonym): Values => ({
  means: synonym?.means ?? '',
  words: synonym?.words.join('\n') ?? '',
});
const toSave = ({ means, words }: Values) => ({
  means: means.trim(),
  words: words.split('\n').flatMap((line) => line.trim() || []),
});

interface Props {
  /** The synonym to change; undefined for a new one. */
  synonym: Synonym | undefined;
  onNew(): void;
  onSaved(synonym: Synonym): Promise<void>;
}

export function SynonymForm({ synonym, onNew, onSaved }: Props) {
  const { onSubmit, formError, register, formState, merge, canSave, setFocus } = useDocumentForm({
    document: synonym,
    startsAgain: synonym === undefined,
    valuesOf,
    toRequest: (values: Values, initial, read) =>
      read
        ? { call: catalog.changeSynonym, body: changedFields(toSave(values), toSave(initial)) }
        : { call: catalog.createSynonym, body: toSave(values) },
    save: async ({ body }, values, version) => {
      const answer = synonym
        ? await call(catalog.changeSynonym, { params: { id: synonym._id }, body, version })
        : await call(catalog.createSynonym, { body: toSave(values) });
      return answer.synonym;
    },
    onSaved: async (saved) => {
      await onSaved(saved);
      return synonym ? 'Synonym updated' : 'Synonym created';
    },
  });
  useFocusAsked(() => setFocus('words'));
  const { isSubmitting, errors } = formState;
  return (
    <form className={form.group} onSubmit={onSubmit} noValidate aria-label="Synonym">
      <h2>{synonym ? `Change what means ${synonym.means}` : 'New synonym'}</h2>
      <TextArea
        label="Words of shoppers"
        hint="One in each line, in any script: rng, anguthi, अंगूठी, gift for her"
        rows={6}
        autoComplete="off"
        error={errors.words?.message}
        {...register('words')}
      />
      <Field
        label="What they mean"
        hint="As it would be searched for: ring, 22k gold ring"
        autoComplete="off"
        error={errors.means?.message}
        {...register('means')}
      />
      <MergeNotice merge={merge} />
      <div className={form.buttons}>
        <Button type="submit" busy={isSubmitting} disabled={synonym && !canSave}>
          {synonym ? 'Update' : 'Create'}
        </Button>
        {synonym && (
          <Button look="secondary" onClick={() => mayLeave() && onNew()}>
            New
          </Button>
        )}
        <FormError message={formError} />
      </div>
    </form>
  );
}

import { identity } from '@shop/contracts/browser';
import { call, toast } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Checkbox } from '@shop/ui/checkbox.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { noticeChoicesQuery, noticesQuery, type NoticeChoice } from '../../api/notices.ts';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { useContractForm } from '../../components/contract-form/use-contract-form.ts';
import { beginAgain } from '../../components/document-form/begin-again.ts';
import form from '../../components/form.module.css';
import { noticeKind } from '../../components/notices/notice-kinds.ts';
import { sentence } from '../../components/texts.ts';
import s from './account.module.css';

/** How one is told of each kind of notice that one's role shows. */
export function NoticeForm({ choices }: { choices: readonly NoticeChoice[] }) {
  const queryClient = useQueryClient();
  const notices = useContractForm({
    defaultValues: { choices: [...choices] },
    toRequest: (values: { choices: NoticeChoice[] }) => ({ call: identity.saveNoticeChoices, body: values }),
  });
  const { register, watch, setValue, formState, formError, submit } = notices;
  // It has no control of its own: its error is below the boxes.
  register('choices');
  const { isDirty, isSubmitting, errors } = formState;
  const chosen = watch('choices');
  const toggle = (kind: string, way: 'page' | 'mail') =>
    setValue(
      'choices',
      chosen.map((choice) => (choice.kind === kind ? { ...choice, [way]: !choice[way] } : choice)),
      { shouldDirty: true },
    );
  if (choices.length === 0) {
    return (
      <EmptyState title="No notices for your role">
        <p>It shows no orders, payments or products.</p>
      </EmptyState>
    );
  }
  const onSubmit = submit(async ({ body }, chosenThen) => {
    const saved = await call(identity.saveNoticeChoices, { body });
    queryClient.setQueryData(noticeChoicesQuery.queryKey, saved.choices);
    beginAgain(notices, chosenThen, { choices: saved.choices });
    toast.success('What you are told of is saved');
    await queryClient.invalidateQueries({ queryKey: noticesQuery.queryKey });
  });
  return (
    <form className={form.group} onSubmit={onSubmit} noValidate aria-label="Notices">
      <h2>What you are told of</h2>
      <p>Mails come at most every quarter of an hour, and leave out what you have read here by then.</p>
      <div className={s.kinds}>
        {chosen.map(({ kind, page, mail }) => (
          <fieldset key={kind} className={s.kind}>
            <legend>{noticeKind(kind)?.all ?? sentence(kind)}</legend>
            <Checkbox checked={page} onChange={() => toggle(kind, 'page')}>
              In the staff area, at once
            </Checkbox>
            <Checkbox checked={mail} onChange={() => toggle(kind, 'mail')}>
              By mail
            </Checkbox>
          </fieldset>
        ))}
      </div>
      <div className={form.buttons}>
        <Button type="submit" busy={isSubmitting} disabled={!isDirty}>
          Save
        </Button>
        <FormError message={formError ?? errors.choices?.root?.message ?? errors.choices?.message} />
      </div>
    </form>
  );
}

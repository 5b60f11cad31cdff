import { content } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { useQueryClient } from '@tanstack/react-query';
import { changedFields } from '../../components/changed-fields.ts';
import { MergeNotice } from '../../components/document-form/merge-notice.tsx';
import { SaveBar } from '../../components/document-form/save-bar.tsx';
import { useDocumentForm } from '../../components/document-form/use-document-form.ts';
import form from '../../components/form.module.css';
import { fieldOf, toSave, type Values, valuesOf } from './api/menu-values.ts';
import { type Menus, menusQuery } from './api/menus.ts';
import { MenuFields } from './menu-fields.tsx';

const TITLES = { header: 'Header', slideOut: 'Slide-out menu', footer: 'Footer' };

export function MenusForm({ menus }: { menus: Menus }) {
  const queryClient = useQueryClient();
  const { register, control, formState, formError, reset, onSubmit, merge, canSave } = useDocumentForm({
    document: menus,
    valuesOf,
    toRequest: (values: Values, initial) => ({
      call: content.changeMenus,
      body: changedFields(toSave(values), toSave(initial)),
    }),
    save: async ({ body }, _values, version) => (await call(content.changeMenus, { body, version })).menus,
    onSaved: (saved) => {
      queryClient.setQueryData(menusQuery.queryKey, saved);
      return 'Menus saved';
    },
    labels: TITLES,
    fieldOf,
    failure: 'Save failed',
    alwaysToast: true,
  });
  const { errors, isSubmitting } = formState;
  const fields = { register, control, errors };
  return (
    <form className={form.form} onSubmit={onSubmit} noValidate aria-label="Menus">
      <MenuFields
        {...fields}
        place="header"
        of="header"
        title={TITLES.header}
        hint="The line of wide screens. All categories and all materials grow with the catalogue."
      />
      <MenuFields
        {...fields}
        place="slideOut"
        of="slide-out menu"
        title={TITLES.slideOut}
        hint="The menu of phones and tablets: what has entries opens."
      />
      <MenuFields
        {...fields}
        place="footer"
        of="footer"
        title={TITLES.footer}
        hint="Columns, up to four; the store’s details come after them. The checkout shows the first column alone, unless that lists categories or materials. {shop} in a text is the name of the shop."
      />
      <MergeNotice merge={merge} />
      <SaveBar isSaving={isSubmitting} canSave={canSave} onReset={() => reset()} error={formError}>
        Save
      </SaveBar>
    </form>
  );
}

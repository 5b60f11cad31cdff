import { content } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { createIntent } from '@shop/mfe-kit/intent.ts';
import { Field } from '@shop/ui/field.tsx';
import { Select } from '@shop/ui/select.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import { TextPage } from '@shop/ui/text-page.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { changedFields } from '../../components/changed-fields.ts';
import { MergeNotice } from '../../components/document-form/merge-notice.tsx';
import { SaveBar } from '../../components/document-form/save-bar.tsx';
import { useDocumentForm } from '../../components/document-form/use-document-form.ts';
import form from '../../components/form.module.css';
import { ShopPreview } from '../../components/shop-preview/shop-preview.tsx';
import { useLeadOn } from '../../components/use-lead-on.ts';
import { blockOf, fieldOf, textsOf, toSave, type Values, valuesOf } from './api/page-values.ts';
import { type Page, pageQuery, pagesQuery } from './api/pages.ts';
import { BlockFields } from './block-fields.tsx';

/** What search engines show of a description, about. */
const SHOWN_OF_DESCRIPTION = 160;

/** `page`: the one to change; undefined for a new one. */
export function PageForm({ page }: { page: Page | undefined }) {
  const leadOn = useLeadOn();
  const queryClient = useQueryClient();
  const [creatingOnce] = useState(createIntent);
  const isOfShop = page?.isOfShop === true;
  const {
    register,
    control,
    formState,
    formError,
    onSubmit,
    merge,
    canSave,
    document: before,
  } = useDocumentForm({
    document: page,
    valuesOf,
    toRequest: (values: Values, initial, read) => {
      if (!read) return { call: content.createPage, body: toSave(values) };
      return isOfShop
        ? { call: content.changePage, body: changedFields(textsOf(values), textsOf(initial)) }
        : { call: content.changeAddedPage, body: changedFields(toSave(values), toSave(initial)) };
    },
    save: async ({ body }, values, version, read): Promise<Page> => {
      if (!read) {
        const created = toSave(values);
        return (
          await creatingOnce([created], (key) => call(content.createPage, { body: created, idempotencyKey: key }))
        ).page;
      }
      const { slug } = read;
      return isOfShop
        ? (await call(content.changePage, { params: { slug: slug as 'about' }, body, version })).page
        : (await call(content.changeAddedPage, { params: { slug }, body, version })).page;
    },
    onSaved: (saved, _values, was) => {
      queryClient.setQueryData(pageQuery(saved.slug).queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: pagesQuery.queryKey });
      return was ? 'Page saved' : 'Page created';
    },
    onDone: ({ slug }) => {
      if (slug !== page?.slug) void leadOn(`/admin/page/${encodeURIComponent(slug)}`, { replace: true });
    },
    labels: { blocks: 'Blocks' },
    fieldOf,
    failure: 'Save failed',
    alwaysToast: true,
  });
  const { errors, isSubmitting } = formState;
  const values = useWatch({ control }) as Values;
  const { length } = values.description.trim();
  return (
    <div className={form.columns}>
      <form className={form.form} onSubmit={onSubmit} noValidate aria-label="Text page">
        <fieldset className={form.group}>
          <legend>The page</legend>
          <div className={form.fields}>
            <Field label="Title" autoComplete="off" error={errors.title?.message} {...register('title')} />
            {!isOfShop && (
              <>
                <Field
                  label="Address"
                  hint="After /page/; made of the title where it is empty. A former one leads to it"
                  autoComplete="off"
                  error={errors.slug?.message}
                  {...register('slug')}
                />
                <Select label="Status" error={errors.status?.message} {...register('status')}>
                  <option value="draft">Draft</option>
                  <option value="published">Published</option>
                </Select>
              </>
            )}
          </div>
          <TextArea
            label="Description"
            hint={`For search engines and link previews: ${length} characters, of which about ${SHOWN_OF_DESCRIPTION} are shown`}
            rows={3}
            error={errors.description?.message}
            {...register('description')}
          />
        </fieldset>
        <fieldset className={form.group}>
          <legend>Text</legend>
          <BlockFields control={control} register={register} errors={errors} />
        </fieldset>
        <MergeNotice merge={merge} />
        <SaveBar isSaving={isSubmitting} canSave={!before || canSave} error={formError}>
          {before ? 'Save' : 'Create'}
        </SaveBar>
      </form>
      <section className={`${form.group} ${form.beside}`} aria-labelledby="preview-title">
        <h2 id="preview-title">Preview</h2>
        <ShopPreview>
          <TextPage title={values.title || 'Without a title'} blocks={values.blocks.map(blockOf)} />
        </ShopPreview>
      </section>
    </div>
  );
}

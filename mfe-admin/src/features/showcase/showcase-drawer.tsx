import { createIntent } from '@shop/mfe-kit/intent.ts';
import { FormDialog } from '@shop/ui/dialog.tsx';
import { Field } from '@shop/ui/field.tsx';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { MergeNotice } from '../../components/document-form/merge-notice.tsx';
import { useDocumentForm } from '../../components/document-form/use-document-form.ts';
import form from '../../components/form.module.css';
import { pictureProblem, PictureField } from '../../components/picture-field.tsx';
import { localOf, momentIn } from '../../components/shop-moment.ts';
import type { Item, Showcase } from './api/showcase.ts';

interface Values {
  text: string;
  link: string;
  from: string;
  until: string;
  image: FileList | null;
  /** Address of the present one. */
  picture: string;
}

interface Props {
  of: Showcase;
  /** The item to change; null for a new one. */
  item: Item | null;
  /** Answers the words of the toast. */
  onSaved(item: Item): string;
  onClose(): void;
}

/** A drawer that creates or changes a post or a banner. */
export function ShowcaseDrawer({ of, item, onSaved, onClose }: Props) {
  const [creatingOnce] = useState(createIntent);
  const { register, control, formState, formError, onSubmit, merge, document } = useDocumentForm({
    document: item,
    valuesOf: (read) => ({
      ...{ text: read?.text ?? '', link: read?.link ?? '' },
      ...{ from: localOf(read?.from), until: localOf(read?.until) },
      ...{ image: null as Values['image'], picture: read?.image ?? '' },
    }),
    toRequest: ({ text, link, from, until }: Values) => ({
      call: item ? of.calls.change : of.calls.create,
      body: {
        ...{ [of.field]: text.trim(), ...(of.linkLabel && { link: link.trim() }) },
        ...(of.isTimed && { from: momentIn(from), until: momentIn(until) }),
      },
    }),
    save: async (_request, { text, link, from, until, image }, version) => {
      const file = image?.[0];
      const toSave = { text, link, from: momentIn(from), until: momentIn(until), image: file };
      return item
        ? of.change(item._id, toSave, version)
        : creatingOnce([text, link, from, until, file?.name, file?.size, file?.lastModified], (key) =>
            of.create(toSave, key),
          );
    },
    fromAnswer: (answered) => of.itemOf(answered as never),
    onSaved: (saved) => onSaved(saved),
    picture: { file: 'image', of: 'picture' },
    labels: { picture: 'Image' },
    fieldOf: (path) => (path === of.field ? 'text' : path === of.pictureField ? 'picture' : path),
    check: ({ image }) => ({ image: item || image?.[0] ? pictureProblem(image?.[0]) : 'Choose a picture' }),
    failure: 'Save failed',
  });
  const { errors, isSubmitting } = formState;
  const chosen = useWatch({ control, name: 'image' });
  const action = item ? `Update ${of.one}` : `Create ${of.one}`;
  return (
    <FormDialog
      kind="drawer"
      title={action}
      save={isSubmitting ? 'Saving...' : action}
      busy={isSubmitting}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <PictureField
        label="Image"
        chosen={chosen}
        current={document?.image}
        error={errors.image?.message}
        {...register('image')}
      />
      <Field
        label={of.label}
        type={of.field === 'url' ? 'url' : 'text'}
        autoComplete="off"
        error={errors.text?.message}
        {...register('text')}
      />
      {of.linkLabel && (
        <Field
          label={of.linkLabel}
          placeholder="/product/ring"
          hint="A path of the shop; without one, all pieces"
          autoComplete="off"
          error={errors.link?.message}
          {...register('link')}
        />
      )}
      {of.isTimed && (
        <div className={form.fields}>
          <Field
            label="Shown from"
            type="datetime-local"
            hint="By the shop’s clock, in India; without it, at once"
            error={errors.from?.message}
            {...register('from')}
          />
          <Field
            label="Shown until"
            type="datetime-local"
            hint="Without it, without an end"
            error={errors.until?.message}
            {...register('until')}
          />
        </div>
      )}
      <MergeNotice merge={merge} />
      <FormError message={formError} />
    </FormDialog>
  );
}

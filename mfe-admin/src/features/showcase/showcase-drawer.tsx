import { createIntent } from '@shop/mfe-kit/intent.ts';
import { Banner } from '@shop/ui/banner.tsx';
import { buttonClass } from '@shop/ui/button.tsx';
import { FormDialog } from '@shop/ui/dialog.tsx';
import { Field } from '@shop/ui/field.tsx';
import { useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { MergeNotice } from '../../components/document-form/merge-notice.tsx';
import { useDocumentForm } from '../../components/document-form/use-document-form.ts';
import form from '../../components/form.module.css';
import { FocusField } from '../../components/gallery/focus-field.tsx';
import { PictureField } from '../../components/picture-field.tsx';
import { localOf, momentIn } from '../../components/shop-moment.ts';
import { ShopPreview } from '../../components/shop-preview/shop-preview.tsx';
import type { Item, Showcase } from './api/showcase.ts';

interface Values {
  text: string;
  link: string;
  /** `88 50`: per cent from the left and from the top. */
  focus: string;
  from: string;
  until: string;
  /** Address of the picture; empty without one. */
  image: string;
}

interface Props {
  of: Showcase;
  /** The item to change; null for a new one. */
  item: Item | null;
  /** Answers the words of the toast. */
  onSaved(item: Item): string;
  onClose(): void;
}

/** As the home page crops scenes: the piece is in their right third. */
const USUAL_FOCUS = { focus: { x: 88, y: 50 }, name: 'the right third' };

const textOfFocus = (focus: Item['focus']): string => (focus ? `${focus.x} ${focus.y}` : '');
function focusIn(text: string): Item['focus'] {
  const [x, y] = text.split(' ').map(Number);
  return text === '' ? undefined : { x: x!, y: y! };
}

/** Width from which a picture is sharp: a banner is as wide as the window. */
const SHARP_FROM = { Post: 640, Banner: 1600 } as const;

/** A drawer that creates or changes a post or a banner. */
export function ShowcaseDrawer({ of, item, onSaved, onClose }: Props) {
  const [creatingOnce] = useState(createIntent);
  const {
    register,
    control,
    setValue,
    formState,
    formError,
    onSubmit,
    merge,
    document: now,
  } = useDocumentForm({
    document: item,
    valuesOf: (read) => ({
      ...{ text: read?.text ?? '', link: read?.link ?? '', focus: textOfFocus(read?.focus) },
      ...{ from: localOf(read?.from), until: localOf(read?.until) },
      image: read?.image ?? '',
    }),
    toRequest: ({ text, link, focus, from, until, image }: Values, initial, read) => ({
      call: read ? of.calls.change : of.calls.create,
      body: {
        ...{ [of.field]: text.trim(), ...(of.linkLabel && { link: link.trim() }) },
        ...(of.isBanner && { focus, from: momentIn(from), until: momentIn(until) }),
        ...(image !== initial.image && { image }),
      },
    }),
    save: async ({ body }, _values, version, read) =>
      read ? of.change(read._id, body, version) : creatingOnce(body, (key) => of.create(body, key)),
    fromAnswer: (answered) => of.itemOf(answered as never),
    onSaved: (saved) => onSaved(saved),
    onDone: onClose,
    labels: { image: 'Image', focus: 'Focal point' },
    fieldOf: (path) => (path === of.field ? 'text' : path === of.pictureField ? 'image' : path),
    check: ({ image }) => ({ image: image === '' ? 'Choose a picture' : undefined }),
    failure: 'Save failed',
  });
  const { errors, isSubmitting } = formState;
  const { field: picture } = useController({ control, name: 'image' });
  const [text, focus] = useWatch({ control, name: ['text', 'focus'] });
  const action = now ? `Update ${of.one}` : `Create ${of.one}`;
  return (
    <FormDialog
      kind="drawer"
      title={action}
      save={isSubmitting ? 'Saving...' : action}
      busy={isSubmitting}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <PictureField {...picture} label="Image" sharpFrom={SHARP_FROM[of.one]} error={errors.image?.message} />
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
      {of.isBanner && (
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
      {of.isBanner && picture.value && (
        <>
          <FocusField
            image={picture.value}
            focus={focusIn(focus)}
            otherwise={USUAL_FOCUS}
            onChange={(next) => setValue('focus', textOfFocus(next), { shouldDirty: true })}
          />
          <ShopPreview>
            <Banner image={picture.value} title={text} focus={focusIn(focus)} first>
              <span className={buttonClass('primary')}>Shop now</span>
            </Banner>
          </ShopPreview>
        </>
      )}
      <MergeNotice merge={merge} />
      <FormError message={formError} />
    </FormDialog>
  );
}

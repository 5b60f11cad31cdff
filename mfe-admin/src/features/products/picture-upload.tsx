import { Thumbnail } from '@shop/ui/thumbnail.tsx';
import { useState } from 'react';
import form from '../../components/form.module.css';
import { checkedPicture, PictureField } from '../../components/picture-field.tsx';
import { refusalOf, uploadPicture } from '../../components/upload-picture.ts';

const LIMIT = 12;

interface Props {
  /** Addresses of the product's pictures. */
  images: readonly string[];
  onAdd(src: string): void;
}

/** Sends pictures as soon as they are chosen, one after the other, and shows those that the product has. */
export function PictureUpload({ images, onAdd }: Props) {
  const [error, setError] = useState<string>();
  const [sending, setSending] = useState<string>();
  const send = async (files: File[]): Promise<void> => {
    setError(undefined);
    for (const file of files) {
      const wrong = checkedPicture(file);
      if (wrong !== true) return setError(`${file.name}: ${wrong}`);
      setSending(file.name);
      try {
        onAdd(await uploadPicture(file));
      } catch (refused) {
        return setError(`${file.name}: ${refusalOf(refused)}`);
      }
    }
  };
  return (
    <div className={form.stack}>
      {images.length > 0 && (
        <p className={form.buttons}>
          {images.map((src) => (
            <Thumbnail key={src} src={src} size={88} />
          ))}
        </p>
      )}
      <PictureField
        label="Add pictures"
        multiple
        disabled={sending !== undefined || images.length >= LIMIT}
        error={error}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])].slice(0, LIMIT - images.length);
          currentTarget.value = '';
          void send(files).finally(() => setSending(undefined));
        }}
      />
      <p role="status" className={form.soft}>
        {sending && `Uploading ${sending}…`}
      </p>
    </div>
  );
}

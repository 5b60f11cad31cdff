import { Thumbnail } from '@shop/ui/thumbnail.tsx';
import { useState } from 'react';
import form from '../../components/form.module.css';
import { pictureProblem, PictureField } from '../../components/picture-field.tsx';
import { refusalOf, uploadPicture } from '../../components/upload-picture.ts';

interface Props {
  /** Addresses of the product's pictures. */
  images: readonly string[];
  onAdd(src: string): void;
}

/** Uploads pictures as soon as they are chosen, one at a time, and shows those of the product. */
export function PictureUpload({ images, onAdd }: Props) {
  const [error, setError] = useState<string>();
  const [sending, setSending] = useState<string>();
  const send = async (files: File[]): Promise<void> => {
    setError(undefined);
    for (const file of files) {
      const problem = pictureProblem(file);
      if (problem) return setError(`${file.name}: ${problem}`);
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
        disabled={sending !== undefined}
        error={error}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
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

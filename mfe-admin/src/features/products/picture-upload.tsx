import { content } from '@shop/contracts/browser';
import { ApiError, call, messageOf } from '@shop/mfe-kit';
import { Thumbnail } from '@shop/ui/thumbnail.tsx';
import { useState } from 'react';
import form from '../../components/form.module.css';
import { checkedPicture, PictureField, UPLOAD_TIMEOUT_MS } from '../../components/picture-field.tsx';

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
        const body = new FormData();
        body.set('image', file);
        onAdd((await call(content.addImage, { body, timeoutMs: UPLOAD_TIMEOUT_MS })).image.src);
      } catch (refused) {
        const said = refused instanceof ApiError ? refused.problem.errors?.['image'] : undefined;
        return setError(`${file.name}: ${said ?? messageOf(refused, 'Upload failed')}`);
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

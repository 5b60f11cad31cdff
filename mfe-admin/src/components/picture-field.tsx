import { UPLOAD_LIMIT_BYTES } from '@shop/contracts/browser';
import { pictureAt } from '@shop/ui/picture-sources.ts';
import { useEffect, useState, type ComponentProps } from 'react';
import { FileField } from './file-field.tsx';
import s from './picture-field.module.css';

/** Formats that the image service decodes. */
const TYPES = 'image/jpeg,image/png,image/webp,image/avif';
export const UPLOAD_LIMIT = `${UPLOAD_LIMIT_BYTES / 1_000_000} MB`;
const HINT = `JPEG, PNG, WebP or AVIF, at most ${UPLOAD_LIMIT}`;

/** Uploads take longer than other calls. */
export const UPLOAD_TIMEOUT_MS = 60_000;

/** What is wrong with a file before it is sent; only the service can tell whether it is a picture. */
export const pictureProblem = (file: File | undefined): string | undefined =>
  file && file.size > UPLOAD_LIMIT_BYTES ? `A picture may have at most ${UPLOAD_LIMIT}` : undefined;

interface Props extends ComponentProps<typeof FileField> {
  /** Chosen and not sent yet. */
  chosen?: FileList | null;
  /** Address of the present picture. */
  current?: string;
}

/** A field for picture files, with a preview of the chosen file or of the present picture. */
export function PictureField({ chosen, current, hint = HINT, ...field }: Props) {
  const file = chosen?.[0];
  const [preview, setPreview] = useState<string>();
  useEffect(() => {
    if (!file) return undefined;
    const address = URL.createObjectURL(file);
    setPreview(address);
    return () => {
      setPreview(undefined);
      URL.revokeObjectURL(address);
    };
  }, [file]);
  const shown = preview ?? (current && pictureAt(current, 480));
  return (
    <div className={s.field}>
      {shown && (
        <img
          className={s.preview}
          src={shown}
          alt={preview ? 'The chosen picture' : 'The picture now'}
          // Not a picture, or a format that this browser cannot decode.
          onError={() => setPreview(undefined)}
        />
      )}
      <FileField accept={TYPES} hint={hint} {...field} />
    </div>
  );
}

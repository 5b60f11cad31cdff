import { UPLOAD_LIMIT_BYTES } from '@shop/contracts/browser';
import { pictureAt } from '@shop/ui/picture-forms.ts';
import { useEffect, useState, type ComponentProps } from 'react';
import { FileField } from './file-field.tsx';
import s from './picture-field.module.css';

/** What the image service takes. */
const TYPES = 'image/jpeg,image/png,image/webp,image/avif';
const HINT = 'JPEG, PNG, WebP or AVIF, at most 10 MB';

/** A picture may take its time on the way. */
export const UPLOAD_TIMEOUT_MS = 60_000;

/** What is wrong with a file before it is sent; whether it is a picture is for the service to say. */
export const checkedPicture = (file: File | undefined): true | string =>
  !file || file.size <= UPLOAD_LIMIT_BYTES || 'A picture may have at most 10 MB';

interface Props extends ComponentProps<typeof FileField> {
  /** Those that were chosen and not sent yet. */
  chosen?: FileList | null;
  /** Address of the picture that is there. */
  current?: string;
}

/** A field for picture files, with a look at what was chosen, or at what is there. */
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
          // It is no picture, or one of a kind that this browser does not know.
          onError={() => setPreview(undefined)}
        />
      )}
      <FileField accept={TYPES} hint={hint} {...field} />
    </div>
  );
}

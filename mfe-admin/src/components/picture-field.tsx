import { Button } from '@shop/ui/button.tsx';
import { pictureAt } from '@shop/ui/picture-sources.ts';
import { type Ref, useEffect, useState } from 'react';
import { LibraryButton } from './gallery/library-button.tsx';
import { LibraryDialog } from './gallery/library-dialog.tsx';
import s from './picture-field.module.css';
import { UploadField } from './upload/upload-field.tsx';

interface Props {
  /** Of the input for a file. */
  ref?: Ref<HTMLInputElement>;
  /** Of the field in the form. */
  name: string;
  label: string;
  /** Address of the picture; empty without one. */
  value: string;
  error?: string | undefined;
  /** It may be without a picture. */
  isOptional?: boolean;
  /** Width in pixels from which it is sharp where the shop shows it. */
  sharpFrom?: number;
  onChange(src: string): void;
}

/** A field of one picture: uploaded at once, or chosen from the library. */
export function PictureField({ ref, name, label, value, error, isOptional = false, sharpFrom, onChange }: Props) {
  const [chosen, setChosen] = useState<File>();
  const [isChoosing, setChoosing] = useState(false);
  const preview = usePreview(chosen);
  /** Pixels across, of the picture that is shown. */
  const [width, setWidth] = useState<{ src: string; pixels: number }>();
  const shown = preview ?? (value && pictureAt(value, 480));
  const isSmall = sharpFrom !== undefined && width?.src === value && width.pixels < sharpFrom;
  return (
    <div className={s.field}>
      {shown && (
        <img
          className={s.preview}
          src={shown}
          alt={preview ? 'The chosen picture' : 'The picture now'}
          // Not a picture, or a format that this browser cannot decode.
          onError={() => setChosen(undefined)}
        />
      )}
      {/* What is written in a form, to who asks what it says. */}
      <input type="hidden" name={name} value={value} />
      <UploadField
        ref={ref}
        label={label}
        error={error}
        onChosen={setChosen}
        onStored={({ src, width: pixels }) => {
          setWidth({ src, pixels });
          onChange(src);
        }}
      >
        <LibraryButton onClick={() => setChoosing(true)} />
        {isOptional && value !== '' && (
          <Button look="quiet" onClick={() => onChange('')}>
            Take the picture away
          </Button>
        )}
      </UploadField>
      {isSmall && (
        <p role="status" className={s.small}>
          It is {width.pixels} pixels wide: from {sharpFrom} on it is sharp where the shop shows it.
        </p>
      )}
      {isChoosing && (
        <LibraryDialog
          taken={value === '' ? [] : [value]}
          {...(sharpFrom !== undefined && { sharpFrom })}
          onChoose={([picture]) => {
            setChoosing(false);
            if (!picture) return;
            if (picture.width !== undefined) setWidth({ src: picture.src, pixels: picture.width });
            onChange(picture.src);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}

/** A file as an address for `<img>`. */
function usePreview(file: File | undefined): string | undefined {
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
  return preview;
}

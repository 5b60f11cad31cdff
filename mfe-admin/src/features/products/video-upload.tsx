import { Button } from '@shop/ui/button.tsx';
import form from '../../components/form.module.css';
import { UPLOAD_LIMIT } from '../../components/upload/send-file.ts';
import { UploadField } from '../../components/upload/upload-field.tsx';
import s from './video-upload.module.css';

interface Props {
  /** Address of the product's clip; empty without one. */
  src: string;
  error: string | undefined;
  onChange(src: string): void;
}

/** Uploads a clip as soon as it is chosen, and shows that of the product. */
export function VideoUpload({ src, error, onChange }: Props) {
  return (
    <div className={form.stack}>
      {src !== '' && (
        <div className={form.buttons}>
          {/* A new element for a new clip: the old one would keep playing. */}
          <video
            key={src}
            className={s.clip}
            src={src}
            controls
            muted
            playsInline
            preload="metadata"
            aria-label="The clip now"
          />
          <Button look="secondary" onClick={() => onChange('')}>
            Remove the clip
          </Button>
        </div>
      )}
      <UploadField
        kind="video"
        label={src === '' ? 'Add a clip' : 'Another clip'}
        hint={`The piece turning: MP4 in H.264, square, at most ${UPLOAD_LIMIT} and 60 seconds. It plays without sound`}
        error={error}
        onStored={(stored) => onChange(stored.src)}
      />
    </div>
  );
}

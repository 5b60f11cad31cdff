import { content, UPLOAD_LIMIT_BYTES } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { useState } from 'react';
import { FileField } from '../../components/file-field.tsx';
import form from '../../components/form.module.css';
import { UPLOAD_LIMIT, UPLOAD_TIMEOUT_MS } from '../../components/picture-field.tsx';
import { refusalOf } from '../../components/upload-picture.ts';
import s from './video-upload.module.css';

interface Props {
  /** Address of the product's clip; empty without one. */
  src: string;
  onChange(src: string): void;
}

/** Uploads a clip as soon as it is chosen, and shows that of the product. */
export function VideoUpload({ src, onChange }: Props) {
  const [error, setError] = useState<string>();
  const [sending, setSending] = useState<string>();
  const send = async (file: File): Promise<void> => {
    setError(undefined);
    if (file.size > UPLOAD_LIMIT_BYTES) return setError(`${file.name}: A video may have at most ${UPLOAD_LIMIT}`);
    setSending(file.name);
    try {
      const body = new FormData();
      body.set('video', file);
      onChange((await call(content.addVideo, { body, timeoutMs: UPLOAD_TIMEOUT_MS })).video.src);
    } catch (refused) {
      setError(`${file.name}: ${refusalOf(refused)}`);
    } finally {
      setSending(undefined);
    }
  };
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
      <FileField
        label={src === '' ? 'Add a clip' : 'Another clip'}
        accept="video/mp4"
        hint={`The piece turning: MP4 in H.264, square, at most ${UPLOAD_LIMIT} and 60 seconds. It plays without sound`}
        disabled={sending !== undefined}
        error={error}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) void send(file);
          currentTarget.value = '';
        }}
      />
      <p role="status" className={form.soft}>
        {sending && `Uploading ${sending}…`}
      </p>
    </div>
  );
}

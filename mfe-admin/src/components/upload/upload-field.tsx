import { PERMISSION_SPECS } from '@shop/contracts/browser';
import { Button } from '@shop/ui/button.tsx';
import { type ReactNode, type Ref, useState } from 'react';
import { FileField } from '../file-field.tsx';
import { useMay } from '../may.tsx';
import { useUnsaved } from '../unsaved.ts';
import { KINDS, type FileKind, type Stored } from './send-file.ts';
import s from './upload.module.css';
import { isOpen, useUploads, type Upload } from './use-uploads.ts';
import { UPLOADING } from './uploading.ts';

interface Props {
  /** Of the input. */
  ref?: Ref<HTMLInputElement> | undefined;
  label: string;
  hint?: string | undefined;
  kind?: FileKind;
  /** Of the whole field. */
  error?: string | undefined;
  /** Addresses that are there. */
  taken?: readonly string[];
  /** How many more there may be; without it one, which takes the place of the one before. */
  room?: number;
  onStored(stored: Stored): void;
  /** Told of the file that is on its way, of one alone. */
  onChosen?(file: File | undefined): void;
  /** They are put into the library and nowhere else: it keeps them. */
  isLibrary?: boolean;
  /** Other ways to choose. */
  children?: ReactNode;
}

const NONE: readonly string[] = [];

/** Uploads files as soon as they are chosen or dropped. What becomes of one is said of that one, with what can be done about it. */
export function UploadField({
  ref,
  label,
  hint,
  kind = 'image',
  error,
  taken = NONE,
  room,
  onStored,
  onChosen,
  isLibrary = false,
  children,
}: Props) {
  const isOne = room === undefined;
  const may = useMay()('media.upload');
  const { uploads, add, drop, dropAll, retry, isSending } = useUploads({
    ...{ kind, taken, room: room ?? 1, isLibrary },
    onStored: (stored) => {
      onChosen?.(undefined);
      onStored(stored);
    },
  });
  const [isOver, setOver] = useState(false);
  useUnsaved(isSending);
  const choose = (files: readonly File[]) => {
    if (isOne) dropAll();
    onChosen?.(files[0]);
    add(files);
  };
  const isFull = !isOne && room <= 0;
  const open = uploads.filter(isOpen).length;
  const failed = uploads.filter(({ state }) => state === 'failed').length;
  return (
    <div
      className={s.upload}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!may || isFull || !event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (!may || isFull || event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        choose([...event.dataTransfer.files].slice(0, isOne ? 1 : undefined));
      }}
    >
      <FileField
        ref={ref}
        label={label}
        accept={KINDS[kind].accept}
        hint={
          may ? (hint ?? KINDS[kind].hint) : `Uploading needs a role that may ${PERMISSION_SPECS['media.upload'].label}`
        }
        multiple={!isOne}
        disabled={!may || isFull}
        error={error}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = '';
          choose(files);
        }}
      />
      {isSending && <input type="hidden" name={UPLOADING} value={open} />}
      {children && <div className={s.others}>{children}</div>}
      {uploads.length > 0 && (
        <div className={s.sent}>
          <p role="status" className={isOne ? 'visually-hidden' : undefined}>
            {isSending
              ? `Uploading ${uploads.length - open + 1} of ${uploads.length}…`
              : `${uploads.length - failed} of ${uploads.length} done${failed > 0 ? `, ${failed} failed` : ''}`}
          </p>
          <ul aria-label="Files">
            {uploads.map((one) => (
              <UploadItem
                key={one.id}
                upload={one}
                isLibrary={isLibrary}
                onDrop={() => {
                  onChosen?.(undefined);
                  drop(one.id);
                }}
                onRetry={() => retry(one.id)}
              />
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

interface ItemProps {
  upload: Upload;
  isLibrary: boolean;
  onDrop(): void;
  onRetry(): void;
}

function UploadItem({ upload, isLibrary, onDrop, onRetry }: ItemProps) {
  const { file, state, sent, mayRetry } = upload;
  const of = <span className="visually-hidden"> {file.name}</span>;
  return (
    <li data-upload data-wrong={state === 'failed' || undefined}>
      <span className={s.said}>
        {file.name}: {isLibrary && upload.state === 'known' ? 'there already' : wordsOf(upload)}
      </span>
      <span className={s.choices}>
        {state === 'failed' && mayRetry && (
          <Button look="quiet" onClick={onRetry}>
            Try again{of}
          </Button>
        )}
        {state === 'failed' && (
          <Button look="quiet" onClick={onDrop}>
            Dismiss{of}
          </Button>
        )}
        {isOpen(upload) && (
          <Button look="quiet" onClick={onDrop}>
            Cancel{of}
          </Button>
        )}
      </span>
      {state === 'sending' && (
        // Without a value it says that something goes on: the service makes a picture of what was sent.
        <progress {...(sent > 0 && sent < 1 && { value: sent })} aria-label={`${file.name} sent`} />
      )}
    </li>
  );
}

const MEGABYTE = 1_000_000;

function wordsOf({ state, sent, file, error }: Upload): string {
  switch (state) {
    case 'waiting':
      return 'waits';
    case 'sending': {
      if (sent >= 1) return 'sent, and being stored…';
      const size = (file.size / MEGABYTE).toFixed(1);
      return sent === 0 ? 'uploading…' : `${((sent * file.size) / MEGABYTE).toFixed(1)} of ${size} MB`;
    }
    case 'stored':
      return 'stored';
    case 'added':
      return 'added';
    case 'known':
      return 'added; it was in the library already';
    case 'twice':
      return 'the same is here already';
    case 'failed':
      return error!;
  }
}

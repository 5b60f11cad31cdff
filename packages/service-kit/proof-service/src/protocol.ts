/** What a proof tells its child process, over Node's own channel between them. */
export type Command =
  | { tell: 'change'; keys: string[] }
  | { tell: 'load'; keys: number; writers: number; pauseMs: number }
  | { tell: 'stop loading' }
  | { tell: 'stop' };

/** What the child process tells. */
export type Report =
  | { told: 'ready' }
  | { told: 'changed' }
  /** Changes known to be committed, and those that failed or whose outcome is not known. */
  | { told: 'loaded'; committed: number; refused: number };

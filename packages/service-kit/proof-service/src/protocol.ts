/** What a proof tells its child process, over Node's own channel between them. */
export type Command =
  | { tell: 'change'; keys: string[] }
  | { tell: 'load'; keys: number; writers: number; pauseMs: number }
  | { tell: 'stop loading' }
  /** So many changes as fast as they go, several to a transaction. */
  | { tell: 'fill'; events: number; keys: number }
  /** So many changes one after the other, with nothing else going on. */
  | { tell: 'ping'; times: number; pauseMs: number }
  | { tell: 'stop' };

/** What the child process tells. */
export type Report =
  | { told: 'ready' }
  | { told: 'changed' }
  /** Changes known to be committed, and those that failed or whose outcome is not known. */
  | { told: 'loaded'; committed: number; refused: number }
  | { told: 'filled' }
  /** From each commit to the commit of its effect, in ms. */
  | { told: 'pinged'; ms: number[] };

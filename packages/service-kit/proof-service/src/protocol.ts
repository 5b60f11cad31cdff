/** Messages of a proof to its child process, over Node's IPC channel. */
export type Command =
  | { tell: 'change'; keys: string[] }
  | { tell: 'load'; keys: number; writers: number; pauseMs: number }
  | { tell: 'stop loading' }
  /** Changes at full speed, several per transaction. */
  | { tell: 'fill'; events: number; keys: number }
  /** Changes one after the other, without other load. */
  | { tell: 'ping'; times: number; pauseMs: number }
  | { tell: 'stop' };

/** Messages of the child process. */
export type Report =
  | { told: 'ready' }
  | { told: 'changed' }
  /** `refused`: failed, or with an unknown outcome. */
  | { told: 'loaded'; committed: number; refused: number }
  | { told: 'filled' }
  /** From each commit to the commit of its effect, in ms. */
  | { told: 'pinged'; ms: number[] };

// `npm run prove -- <name> [-- --repetitions N --seed S]`: shows on the real parts that a promise holds, faults included.
// Without a name it lists the proofs. A proof is a file here that exports `description` and `run(args)`.
import { runNamed } from './named.ts';

await runNamed(import.meta.dirname, 'prove');

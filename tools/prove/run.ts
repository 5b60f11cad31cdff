// `npm run prove -- <name> [-- --repetitions N --seed S]`: verifies a guarantee on the real parts, under faults.
// Without a name it lists the proofs. A proof is a file here that exports `description` and `run(args)`.
import { runNamed } from './run-named.ts';

await runNamed(import.meta.dirname, 'prove');

// `npm run bench -- <name>`: measures against a target, next to a baseline in the same run. Without a name it lists the
// benchmarks. Each is a file here that exports `description` and `run(args)`, which returns whether its targets were
// met.
import { runNamed } from '../prove/run-named.ts';

await runNamed(import.meta.dirname, 'bench');

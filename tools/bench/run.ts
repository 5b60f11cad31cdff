// `npm run bench -- <name>`: measures what was promised, beside a baseline in the same run. Without a name it lists the
// measurements. Each is a file here that exports `description` and `run(args)`, and answers whether its targets were met.
import { runNamed } from '../prove/named.ts';

await runNamed(import.meta.dirname, 'bench');

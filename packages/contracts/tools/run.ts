import { check, release } from './check.ts';
import { generate } from './generate.ts';

/** `npm run contracts -- <name>` */
const commands: Record<string, { does: string; run: () => Promise<number> }> = {
  generate: {
    does: 'writes the browser entry (src/browser/*.gen.ts) from the declarations',
    run: async () => {
      const changed = await generate();
      console.log(changed.length === 0 ? 'The browser entry is up to date.' : `Written:\n${changed.join('\n')}`);
      return 0;
    },
  },
  check: {
    does: 'compares with the last released contract and fails on a breaking change',
    run: async () => {
      const breaks = check(process.argv[3]);
      if (breaks.length === 0) {
        console.log('Compatible with the last released contract.');
        return 0;
      }
      console.error(`The contract broke in ${breaks.length} ${breaks.length === 1 ? 'place' : 'places'}:`);
      for (const one of breaks) console.error(`  ${one}`);
      console.error('Add a field or a v2 instead; or change the consumers first, then `npm run contracts -- release`.');
      return 1;
    },
  },
  release: {
    does: 'writes the current contract to released.json',
    run: async () => {
      await release();
      console.log('Wrote released.json.');
      return 0;
    },
  },
};

const command = commands[process.argv[2] ?? ''];
if (!command) {
  console.log('npm run contracts -- <name>\n');
  for (const [name, { does }] of Object.entries(commands)) console.log(`  ${name.padEnd(10)} ${does}`);
  process.exit(process.argv[2] === undefined ? 0 : 1);
}
process.exitCode = await command.run();

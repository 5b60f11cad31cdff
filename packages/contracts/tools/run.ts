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
};

const command = commands[process.argv[2] ?? ''];
if (!command) {
  console.log('npm run contracts -- <name>\n');
  for (const [name, { does }] of Object.entries(commands)) console.log(`  ${name.padEnd(10)} ${does}`);
  process.exit(process.argv[2] === undefined ? 0 : 1);
}
process.exitCode = await command.run();

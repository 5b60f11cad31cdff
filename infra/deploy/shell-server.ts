import { restartPart } from '../run/control.ts';
import { runningShop } from '../run/state.ts';
import { type Published, type StorageOptions, takeBack } from './publish.ts';
import { openFrontends, storedRegistry } from './registry.ts';

interface Options extends StorageOptions {
  restart?: typeof restartPart;
  /** The version that the running server serves; undefined when none runs. */
  running?: () => string | undefined;
}

const runningVersion = () => runningShop()?.parts.find(({ name }) => name === 'shell')?.version;

/** Its message says what is live. */
export class ShellNotStarted extends Error {
  override readonly name = 'ShellNotStarted';
}

/**
 * Makes the running shop serve the version of the shell that was published.
 *
 * @throws ShellNotStarted when that does not start; what was live before it is live again, if no other deployer has changed it since
 */
export async function serveShell(
  { version, changed }: Published,
  { restart = restartPart, running = runningVersion, ...options }: Options = {},
): Promise<void> {
  // A deployer that died has left the server as it was.
  if (!changed && [undefined, version].includes(running())) return;
  try {
    await restart('shell');
  } catch (error) {
    const { message } = error as Error;
    const isBack = changed && (await takeBack('shell', version, options).catch(() => false));
    if (isBack) throw new ShellNotStarted(`shell ${version} did not start; what was live is live again.\n${message}`);
    const { registry } = await storedRegistry(options.storage ?? openFrontends());
    const live = registry.shell?.version;
    throw new ShellNotStarted(
      live === version
        ? `shell ${version} is live, but its server did not start: \`npm run restart -- shell\` tries again, ` +
            `\`npm run rollback -- shell\` goes back to the version before.\n${message}`
        : `shell ${version} did not start; another deployer made ${live} live.\n${message}`,
    );
  }
}

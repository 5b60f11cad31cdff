import { Listr, PRESET_TIMER, type ListrTask } from 'listr2';

export interface Step {
  title: string;
  /** `report` shows what it is doing. A returned text replaces the title. */
  run(report: (what: string) => void): Promise<string | void>;
}

const secondsSince = (startedAt: number): string => {
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  return seconds > 0 ? `${seconds} s` : '';
};

/**
 * Runs groups of steps in sequence, the steps of a group concurrently, and shows their progress: animated in a terminal,
 * otherwise as lines. Rejects with the error of the first step that fails.
 */
export async function showProgress(groups: Step[][]): Promise<void> {
  let failure: unknown;
  const task = (step: Step): ListrTask => ({
    title: step.title,
    task: async (_, self) => {
      const startedAt = Date.now();
      let doing = '';
      const tick = () => {
        const detail = [doing, secondsSince(startedAt)].filter(Boolean).join(', ');
        if (process.stdout.isTTY) self.title = `${step.title} (${detail})`;
        else self.output = `${step.title}: ${detail}`;
      };
      const timer = setInterval(tick, process.stdout.isTTY ? 1000 : 15_000);
      try {
        const done = await step.run((what) => {
          doing = what;
          tick();
        });
        self.title = done ?? step.title;
      } catch (error) {
        self.title = step.title;
        // Steps stopped by another step's failure or by the user did not fail themselves.
        const stopped = failure !== undefined || (error as Error).name === 'AbortError';
        failure ??= error;
        if (stopped) return self.skip();
        // The whole message is printed below the list.
        throw new Error((error as Error).message.split('\n')[0], { cause: error });
      } finally {
        clearInterval(timer);
      }
    },
  });
  for (const group of groups) {
    const list = new Listr(group.map(task), {
      concurrent: true,
      exitOnError: true,
      registerSignalListeners: false,
      rendererOptions: { timer: PRESET_TIMER, collapseErrors: false, showErrorMessage: false },
      fallbackRenderer: 'simple',
      fallbackRendererOptions: { timer: PRESET_TIMER },
    });
    await list.run().catch((error: unknown) => (failure ??= error));
    if (failure) throw failure;
  }
}

import { Listr, PRESET_TIMER, type ListrTask } from 'listr2';

/** One thing that takes a while: what it is called while it runs, and what it does. */
export interface Step {
  title: string;
  /** `say` shows what it is doing right now. An answered text replaces the title. */
  run(say: (what: string) => void): Promise<string | void>;
}

const secondsSince = (began: number): string => {
  const seconds = Math.round((Date.now() - began) / 1000);
  return seconds > 0 ? `${seconds} s` : '';
};

/**
 * Runs groups of steps one after the other, the steps of a group side by side, and shows what goes on and for how long:
 * moving in a terminal, otherwise as plain lines. Rejects with the error of the first step that fails.
 */
export async function showProgress(groups: Step[][]): Promise<void> {
  let failure: unknown;
  const task = (step: Step): ListrTask => ({
    title: step.title,
    task: async (_, self) => {
      const began = Date.now();
      let doing = '';
      const tick = () => {
        const detail = [doing, secondsSince(began)].filter(Boolean).join(', ');
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
        // What had to stop because another step failed, or because a person said so, did not fail itself.
        const stopped = failure !== undefined || (error as Error).name === 'AbortError';
        failure ??= error;
        if (stopped) return self.skip();
        // The whole of it is printed once, below the list.
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

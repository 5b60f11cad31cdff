import { notifyManager } from '@tanstack/react-query';
import { configure, getConfig } from '@testing-library/react';
import { unstable_IdlePriority as IDLE, unstable_scheduleCallback as schedule } from 'scheduler';

const { asyncWrapper } = getConfig();
configure({
  // A second by default, which says something about speed: see `TEST_TIMEOUT_MS`.
  asyncUtilTimeout: 60_000,
  asyncWrapper: (wait) =>
    asyncWrapper(async () => {
      const found = await wait();
      await reactIsIdle();
      return found;
    }),
});

/**
 * What effects of the found content have set is rendered, such as a button that is enabled in the browser only. Each turn lets what
 * the one before has scheduled come first: the effects, what they set, and the effects of that.
 */
async function reactIsIdle() {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => schedule(IDLE, resolve));
}

// By default what queries notify waits for a timer, which `act` does not: on a busy machine a test looked before it.
notifyManager.setScheduler(queueMicrotask);

import { notifyManager } from '@tanstack/react-query';
import { configure } from '@testing-library/dom';

// `waitFor` and `findBy…` wait for a second by default, which says something about speed: see `TEST_TIMEOUT_MS`.
configure({ asyncUtilTimeout: 60_000 });

// By default what queries notify waits for a timer, which `act` does not: on a busy machine a test looked before it.
notifyManager.setScheduler(queueMicrotask);

import { configure } from '@testing-library/dom';

// `waitFor` and `findBy…` wait for a second by default, which says something about speed: see `TEST_TIMEOUT_MS`.
configure({ asyncUtilTimeout: 60_000 });

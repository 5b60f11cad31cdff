import { onMessage, send } from './main-thread.ts';
import { failed } from './remotes.ts';
import { forgetData, render } from './render.ts';

/** Renders pages in a thread that lives as long as one registry. */
onMessage((message) => {
  if (message.type === 'forget') return forgetData();
  const { request } = message;
  // Up to a thousand messages are handed out without a turn of the event loop, and a page whose data is cached is rendered
  // within one: under load no timer would run, and this thread would look dead.
  setImmediate(() =>
    render(request).then(
      (page) => send({ type: 'rendered', page }, [page.body.buffer]),
      (error: Error) => send({ type: 'failed', id: request.id, reason: String(error.stack ?? error) }),
    ),
  );
});
send({ type: 'ready', failed });

import { onMessage, send } from './main-thread.ts';
import { failed } from './remotes.ts';
import { forgetData, render } from './render.ts';

// The entry of a render thread, which lives as long as one registry.
onMessage((message) => {
  if (message.type === 'forget') return forgetData(message.change);
  const { request } = message;
  // Node delivers up to a thousand messages in one turn of the event loop. Without `setImmediate`, pages whose data is cached would
  // all render in it, and the heartbeat's timer would not run under load.
  setImmediate(() =>
    render(request).then(
      (page) => send({ type: 'rendered', page }, [page.body.buffer]),
      (error: Error) => send({ type: 'failed', id: request.id, reason: String(error.stack ?? error) }),
    ),
  );
});
send({ type: 'ready', failed });

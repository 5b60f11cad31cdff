import { enableCompileCache } from 'node:module';
import { readConfig } from './config.ts';

enableCompileCache();
const { Sandbox } = await import('./sandbox.ts');
const { Server } = await import('./server.ts');

const server = new Server(new Sandbox(readConfig()));
try {
  const { url, smtpPort } = await server.start();
  console.log(
    `The sandbox is at ${url}: mails at ${url}/mailbox, control page at ${url}/control, SMTP on ${smtpPort}.`,
  );
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  console.error(code === 'EADDRINUSE' ? `The sandbox cannot start, its port is taken: ${message}` : error);
  process.exit(1);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void server.stop().then(() => process.exit(0));
  });
}

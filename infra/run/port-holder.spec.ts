import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import net from 'node:net';
import { portHolder, takenPorts } from './port-holder.ts';

describe('a taken port', () => {
  const server = net.createServer();
  let port: number;

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as net.AddressInfo).port;
  });
  afterAll(() => void server.close());

  it('is named with the program that holds it', async () => {
    const taken = await takenPorts([port]);
    expect(taken).toEqual([{ port, holder: expect.stringContaining(`pid ${process.pid}`) }]);
  });

  it('is not confused with a free one', async () => {
    const other = net.createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const free = (other.address() as net.AddressInfo).port;
    await new Promise((resolve) => other.close(resolve));
    expect(await takenPorts([free, port])).toHaveLength(1);
    expect(portHolder(free)).toBe('another program');
  });
});

import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually, link, type Link, testInfra } from '@shop/test-kit';
import { Broker } from './broker.ts';
import { releaseChannel } from './release-channel.ts';

// Real: RabbitMQ, behind a proxy.
describe('the connection to RabbitMQ', () => {
  let broker: Broker | undefined;
  let proxy: Link | undefined;
  afterEach(async () => {
    await broker?.close();
    await proxy?.close();
  });

  it('is made again when it is lost while a channel of its set-up closes', async () => {
    proxy = await link(testInfra('broker-spec').rabbitmqUrl);
    broker = new Broker(proxy.url, 'test');
    let setUps = 0;
    broker.onSetUp(async (connection) => {
      const channel = await connection.createChannel();
      setUps += 1;
      // Nothing answers any more: neither the close nor what follows.
      if (setUps === 1) proxy!.silence();
      releaseChannel(channel);
      if (setUps === 1) await proxy!.cut();
      const next = await connection.createChannel();
      releaseChannel(next);
    });
    await broker.open();
    await eventually(() => setUps === 1);
    await proxy.restore();
    await eventually(() => broker!.isConnected);
    expect(setUps).toBeGreaterThan(1);
  });

  it('closes, also when it is lost while it does', async () => {
    proxy = await link(testInfra('broker-spec').rabbitmqUrl);
    broker = new Broker(proxy.url, 'test');
    await broker.open();
    await eventually(() => broker!.isConnected);
    proxy.silence();
    const closing = broker.close();
    await proxy.cut();
    await expect(closing).resolves.toBeUndefined();
  });
});

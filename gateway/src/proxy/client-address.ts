import type { IncomingMessage } from 'node:http';
import net from 'node:net';

/**
 * Finds the address of the client. `X-Forwarded-For` is read from trusted proxies only, and of it only the last address: the
 * one that the proxy saw.
 */
export function clientAddresses(trusted: readonly string[]): (request: IncomingMessage) => string {
  const proxies = new net.BlockList();
  for (const network of trusted) {
    const [address = '', bits] = network.split('/', 2);
    const family = net.isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(bits), family);
  }
  const isTrusted = (address: string) => proxies.check(address, net.isIPv6(address) ? 'ipv6' : 'ipv4');

  return (request) => {
    const peer = request.socket.remoteAddress ?? '0.0.0.0';
    if (!isTrusted(peer)) return peer;
    const header = request.headers['x-forwarded-for'];
    const last = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').at(-1)!.trim();
    // No valid address: the request is the proxy's own.
    return net.isIP(last) === 0 ? peer : last;
  };
}

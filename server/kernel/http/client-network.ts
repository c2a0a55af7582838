import { networkOf } from '../rate-limits.ts';

/** After a disconnect a request has no address, although its type says that it has one. */
export function clientAddressOf({ ip }: { ip?: string }): string {
  return ip ?? 'gone';
}

export function clientNetworkOf(request: { ip?: string }): string {
  return networkOf(clientAddressOf(request));
}

import { isIP } from 'node:net';
import { isLinkLocal, isPrivateAddress } from '../../kernel/private-address.ts';
import type { Settings } from '../../kernel/settings/settings.ts';

/**
 * The address in its normal form, or null where it is refused. Names are resolved at each attempt, so that here only an
 * address in numbers and a name of this machine are refused.
 */
export function parseReceiverUrl(text: string, { webhooksToPrivate }: Pick<Settings, 'webhooksToPrivate'>) {
  const url = URL.parse(text.trim());
  if (url === null) return null;
  const isEncrypted = url.protocol === 'https:';
  if (!isEncrypted && !(webhooksToPrivate && url.protocol === 'http:')) return null;
  if (url.username !== '' || url.password !== '' || text.includes('#')) return null;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) {
    return (webhooksToPrivate ? isLinkLocal(host) : isPrivateAddress(host)) ? null : url.href;
  }
  const isLocal = !host.includes('.') || /(^|\.)(localhost|local|internal)\.?$/.test(host);
  return isLocal && !webhooksToPrivate ? null : url.href;
}

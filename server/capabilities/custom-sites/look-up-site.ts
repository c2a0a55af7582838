import { isPrivateAddress } from '../../kernel/private-address.ts';
import type { Services } from '../../kernel/services.ts';

export type Look = { readonly isUp: boolean; readonly found: readonly string[]; readonly words: string };

/**
 * Resolves the host once and connects to none of the addresses. An additional wrong record counts as wrong too, because
 * some visitors and a certificate authority would follow it (T55).
 */
export async function lookUpSite({ dns, settings }: Services, host: string): Promise<Look> {
  const expected = settings.serverIps;
  const found = await dns.addressesOf(host);
  const hidden = settings.production ? found.filter(isPrivateAddress) : [];
  const isUp = found.length > 0 && hidden.length === 0 && found.every((address) => expected.includes(address));
  return { isUp, found, words: wordsFor(host, found, expected, hidden) };
}

function wordsFor(
  host: string,
  found: readonly string[],
  expected: readonly string[],
  hidden: readonly string[],
): string {
  const wanted = `It should lead to ${expected.join(', ')}.`;
  if (hidden.length > 0)
    return `${host} leads to an address that is not on the internet (${hidden.join(', ')}). ${wanted}`;
  if (found.length === 0) return `${host} leads nowhere yet. ${wanted}`;
  return `${host} leads to ${found.join(', ')}. ${wanted}`;
}

import { lookup, Resolver } from 'node:dns/promises';
import type { Settings } from '../../kernel/settings/settings.ts';
import { type Dns, DnsUnavailable } from '../../ports/dns.ts';

const TIMEOUT_MS = 3_000;

/**
 * Asks the name servers of the settings, or else those of the machine. Outside production it also resolves test names:
 * *.localhost is this machine by definition, and *.test comes from the hosts file.
 */
export function openDns({ dnsServers, production }: Pick<Settings, 'dnsServers' | 'production'>): Dns {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 });
  if (dnsServers.length > 0) resolver.setServers(dnsServers);
  return {
    async addressesOf(host) {
      if (!production && host.endsWith('.localhost')) return ['127.0.0.1'];
      if (!production && host.endsWith('.test') && dnsServers.length === 0) return inHostsFile(host);
      const [four, six] = await Promise.all([none(resolver.resolve4(host)), none(resolver.resolve6(host))]);
      return [...four, ...six];
    },
  };
}

/** These codes mean that there is no such record, which is an answer; a server that does not answer throws. */
const NO_RECORD = new Set(['ENODATA', 'ENOTFOUND', 'EBADNAME']);

async function none(asked: Promise<string[]>): Promise<string[]> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Error && 'code' in error && NO_RECORD.has(String(error.code))) return [];
    throw new DnsUnavailable('The name servers do not answer.', { cause: error });
  }
}

async function inHostsFile(host: string): Promise<string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    return [];
  }
}

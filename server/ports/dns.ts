/** Resolves host names. Throws `DnsUnavailable` when no name server answers. */
export type Dns = {
  /** Every address of a host, IPv4 first; empty when there is no such name. One query, and no other connection. */
  addressesOf(host: string): Promise<readonly string[]>;
};

export class DnsUnavailable extends Error {
  override readonly name = 'DnsUnavailable';
}

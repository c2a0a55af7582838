/** Who knows where names lead. One that cannot be asked throws `DnsUnavailable`. */
export type Dns = {
  /** Every address of a host, IPv4 first; none where there is no such name. Asked once, and nothing else is contacted. */
  addressesOf(host: string): Promise<readonly string[]>;
};

export class DnsUnavailable extends Error {
  override readonly name = 'DnsUnavailable';
}

import { BlockList, isIP } from 'node:net';

const notPublic = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  notPublic.addSubnet(network, bits, 'ipv4');
}
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  notPublic.addSubnet(network, bits, 'ipv6');
}

const globalSix = new BlockList();
globalSix.addSubnet('2000::', 3, 'ipv6');
const mapped = new BlockList();
mapped.addSubnet('::ffff:0:0', 96, 'ipv6');

/**
 * Loopback, private, link-local, documentation and multicast addresses; also as IPv4 inside IPv6 (T55). Of IPv6 only
 * global unicast is public, without the networks that translate to IPv4: NAT64, 6to4 and Teredo.
 */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return true;
  if (family === 4) return notPublic.check(address, 'ipv4');
  // A zone such as %eth0 names an interface of this machine.
  if (address.includes('%')) return true;
  if (mapped.check(address, 'ipv6')) return notPublic.check(address, 'ipv6');
  return !globalSix.check(address, 'ipv6') || notPublic.check(address, 'ipv6');
}

const linkLocal = new BlockList();
linkLocal.addSubnet('169.254.0.0', 16, 'ipv4');
linkLocal.addSubnet('fe80::', 10, 'ipv6');
// The same IPv4 network behind NAT64 and 6to4.
linkLocal.addSubnet('64:ff9b::a9fe:0', 112, 'ipv6');
linkLocal.addSubnet('2002:a9fe::', 32, 'ipv6');

/** Where machines offer credentials to the programs on them; also as IPv4 inside IPv6. */
export function isLinkLocal(address: string): boolean {
  const family = isIP(address);
  if (family === 0 || address.includes('%')) return true;
  return linkLocal.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

import { expect, test } from 'vitest';
import { isPrivateAddress } from './private-address.ts';

test.each([
  '127.0.0.1',
  '127.9.9.9',
  '10.0.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fd00::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  'localhost',
  '',
  '127.1',
  '2130706433',
])('T55 %j is not a public internet address', (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

test.each(['93.184.216.34', '172.32.0.1', '8.8.8.8', '2606:2800:220:1:248:1893:25c8:1946', '::ffff:8.8.8.8'])(
  '%j is a public internet address',
  (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  },
);

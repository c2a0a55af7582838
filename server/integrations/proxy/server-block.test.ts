import { expect, test } from 'vitest';
import { serverBlock } from './server-block.ts';

const block = {
  host: 'clinic.dna.org',
  upstream: '127.0.0.1:3000',
  ports: { http: 80, https: 443 },
  certificate: null,
};

test('a site without a certificate is served over http only', () => {
  expect(serverBlock(block)).not.toMatch(/ssl|443/);
  expect(serverBlock(block)).toMatch(/^ {2}server_name clinic\.dna\.org;$/m);
});

test.each([
  'clinic.dna.org; } server { listen 8080',
  'clinic.dna.org\n  return 200',
  'a$host.org',
  '"a".org',
  '../etc.org',
  '127.0.0.1',
  '*.dna.org',
  '',
])('T55 the host %j never gets into a configuration', (host) => {
  expect(() => serverBlock({ ...block, host })).toThrow('This is not a host name.');
});

test('T55 a folder whose name nginx would interpret never gets into a configuration', () => {
  for (const chain of ['/data "x"/chain.pem', '/data$x/chain.pem', '/data\\x', '/data\nx']) {
    expect(() => serverBlock({ ...block, certificate: { chain, key: '/key.pem' } })).toThrow('DATA_DIR');
  }
});

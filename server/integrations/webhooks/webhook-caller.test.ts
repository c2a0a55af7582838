import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Receiver } from '../../testing/webhooks/receiver.ts';
import { openWebhookCaller } from './webhook-caller.ts';

let receiver: Receiver;
beforeAll(async () => {
  receiver = await Receiver.start();
});
afterEach(() => {
  receiver.received.length = 0;
  receiver.connections = 0;
});
afterAll(() => receiver.stop());

const never = new AbortController().signal;
const message = (url: string) => ({ url, headers: { 'webhook-id': 'evt_1_1' }, body: '{}' });
const atPort = (host: string) => `https://${host}:${receiver.port}/`;

/** Hosts that lead inside: loopback in many spellings, private and link-local networks, and translations to IPv4. */
const forbiddenHosts = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '127.0.0.1.',
  '127.255.255.254',
  '0.0.0.0',
  '0',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[64:ff9b::a9fe:a9fe]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[::ffff:0:127.0.0.1]',
  '169.254.169.254',
  '[::ffff:169.254.169.254]',
  '[fe80::1]',
  '[fd00:ec2::254]',
  '[fec0::1]',
  '[ff02::1]',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '100.64.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '203.0.113.1',
  '224.0.0.1',
  '255.255.255.255',
  '[2001:db8::1]',
  '[100::1]',
];
const forbiddenAddresses = [
  '127.0.0.1',
  '::1',
  '::ffff:127.0.0.1',
  '64:ff9b::7f00:1',
  '169.254.169.254',
  'fe80::1%eth0',
];

describe('Addresses of webhooks', () => {
  test.each(forbiddenHosts)('https to %s is refused without a connection', async (host) => {
    const outcome = await openWebhookCaller({ webhooksToPrivate: false }).post(message(atPort(host)), never);
    expect(outcome).toEqual({ fault: 'address_refused' });
    expect(receiver.connections).toBe(0);
  });

  test.each(forbiddenAddresses)('a name that resolves to %s is refused without a connection', async (address) => {
    const family = address.includes(':') ? 6 : 4;
    const caller = openWebhookCaller({ webhooksToPrivate: false }, async () => [
      { address: '93.184.216.34', family: 4 },
      { address, family },
    ]);
    expect(await caller.post(message(atPort('receiver.example.com')), never)).toEqual({ fault: 'address_refused' });
    expect(receiver.connections).toBe(0);
  });

  test('http is refused, also to a public address', async () => {
    const caller = openWebhookCaller({ webhooksToPrivate: false }, async () => [
      { address: '93.184.216.34', family: 4 },
    ]);
    expect(await caller.post(message('http://receiver.example.com/'), never)).toEqual({ fault: 'address_refused' });
  });

  test('link-local addresses stay refused where private ones are allowed', async () => {
    const caller = openWebhookCaller({ webhooksToPrivate: true });
    for (const host of ['169.254.169.254', '[::ffff:169.254.169.254]', '[fe80::1]', '[64:ff9b::a9fe:a9fe]']) {
      expect(await caller.post(message(`http://${host}/`), never), host).toEqual({ fault: 'address_refused' });
    }
  });

  test('a name that resolves to a link-local address at the second attempt is refused then', async () => {
    const answers = ['127.0.0.1', '169.254.169.254'];
    let asked = 0;
    const caller = openWebhookCaller({ webhooksToPrivate: true }, async () => [
      { address: answers[Math.min(asked++, 1)] ?? '', family: 4 },
    ]);
    const url = `http://receiver.example.com:${receiver.port}/`;
    expect(await caller.post(message(url), never)).toEqual({ status: 204, retryAfter: null });
    expect(await caller.post(message(url), never)).toEqual({ fault: 'address_refused' });
    // Resolved once for each attempt: the connection goes to the address that was checked.
    expect([asked, receiver.connections]).toEqual([2, 1]);
  });
});

describe('Calls of webhooks', () => {
  const caller = openWebhookCaller({ webhooksToPrivate: true });

  test('a redirect is an answer and is not followed', async () => {
    const inner = await Receiver.start();
    receiver.answer = (_received, response) => void response.writeHead(302, { location: inner.url }).end();
    expect(await caller.post(message(receiver.url), never)).toEqual({ status: 302, retryAfter: null });
    expect(inner.connections).toBe(0);
    await inner.stop();
  });

  test('Retry-After is read as seconds and as a date', async () => {
    receiver.answer = (_received, response) => void response.writeHead(429, { 'retry-after': '120' }).end();
    expect(await caller.post(message(receiver.url), never)).toEqual({ status: 429, retryAfter: 120 });
    const date = new Date(Date.now() + 90_000).toUTCString();
    receiver.answer = (_received, response) => void response.writeHead(503, { 'retry-after': date }).end();
    const outcome = await caller.post(message(receiver.url), never);
    expect('status' in outcome && outcome.retryAfter).toBeGreaterThan(60);
  });

  test('an answer that never ends is not read', async () => {
    let isEnded = false;
    receiver.answer = (_received, response) => {
      response.writeHead(200);
      const piece = Buffer.alloc(64_000);
      const write = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', write).on('close', () => (isEnded = true));
      write();
    };
    expect(await caller.post(message(receiver.url), never)).toEqual({ status: 200, retryAfter: null });
    await expect.poll(() => isEnded).toBe(true);
  });

  test('a closed connection and a closed port are faults', async () => {
    receiver.answer = (_received, response) => void response.destroy();
    expect(await caller.post(message(receiver.url), never)).toEqual({ fault: 'connection_lost' });
    const gone = await Receiver.start();
    const { url } = gone;
    await gone.stop();
    expect(await caller.post(message(url), never)).toEqual({ fault: 'not_connected' });
  });

  test('a name without an address is a fault', async () => {
    const lost = openWebhookCaller({ webhooksToPrivate: false }, async () => {
      throw new Error('ENOTFOUND');
    });
    expect(await lost.post(message('https://nowhere.example.com/'), never)).toEqual({ fault: 'name_not_found' });
  });

  test('the end of the process aborts a call that waits', async () => {
    const ending = new AbortController();
    receiver.answer = () => ending.abort();
    expect(await caller.post(message(receiver.url), ending.signal)).toEqual({ fault: 'timeout' });
  });
});

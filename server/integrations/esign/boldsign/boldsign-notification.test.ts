import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Esign } from '../../../ports/esign.ts';
import { type BoldsignStandIn, fakeBoldsign } from '../../../testing/fakes/esign/fake-boldsign.ts';
import type { StandInMessage } from '../../../testing/fakes/esign/fake-boldsign-messages.ts';
import { boldsignEsign } from './boldsign-esign.ts';

let now: Date;
let boldsign: BoldsignStandIn;
let esign: Esign;
let ours: { address: string; heard: ReturnType<Esign['readNotification']>[]; close(): void };

beforeEach(async () => {
  now = new Date('2026-03-01T12:00:00Z');
  boldsign = await fakeBoldsign(() => now);
  esign = opened();
  ours = await listen();
});
afterEach(async () => {
  ours.close();
  await boldsign.close();
});

function opened(...webhookSecrets: string[]): Esign {
  return boldsignEsign({ ...boldsign.account, ...(webhookSecrets.length > 0 && { webhookSecrets }), clock: () => now });
}

/** A webhook address as the provider sees it: it answers yes to messages that are accepted and no to others. */
async function listen(): Promise<typeof ours> {
  const heard: (typeof ours)['heard'] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((raw) => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      heard.push(esign.readNotification(raw, headers));
      response.writeHead(heard.at(-1) === null ? 401 : 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const listening = server.address();
  if (listening === null || typeof listening === 'string') throw new Error('There is no port.');
  return {
    address: `http://127.0.0.1:${listening.port}/`,
    heard,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function signed(reference = 'ref-1'): Promise<{ providerId: string; completed: StandInMessage }> {
  const { providerId } = await esign.send({
    reference,
    domainId: 1,
    title: 'Vialkeep Official Processing',
    pdf: Buffer.from('%PDF-1.7\n%%EOF\n'),
    place: { page: 1, x: 72, y: 72, width: 144, height: 36 },
    signer: { name: 'Ana Ruiz', email: 'ana@clinic.test' },
  });
  boldsign.signAs(providerId);
  const completed = boldsign.messages.told.at(-1);
  if (!completed) throw new Error('Nothing was told.');
  return { providerId, completed };
}

test('a final event of a document causes a sync, and no other event does', async () => {
  const { providerId } = await signed();
  for (const message of boldsign.messages.told) await boldsign.messages.deliver(message, ours.address);
  expect(boldsign.messages.told.map(({ eventType }) => eventType)).toEqual(['Sent', 'Signed', 'Completed']);
  expect(ours.heard).toEqual(['nothing-to-do', 'nothing-to-do', { eventId: expect.any(String), providerId }]);
});

test.each(['Declined', 'Expired', 'Revoked'] as const)(
  'the event that a document is %s causes a sync',
  async (status) => {
    const { providerId } = await signed();
    boldsign.end(providerId, status);
    const [told] = boldsign.messages.told.slice(-1);
    if (told) await boldsign.messages.deliver(told, ours.address);
    expect(ours.heard).toMatchObject([{ providerId }]);
  },
);

test('the event that sending failed causes a sync', async () => {
  boldsign.messages.tell('SendFailed', { documentId: 'doc-1', title: 'Any', status: 'InProgress' });
  for (const message of boldsign.messages.told) await boldsign.messages.deliver(message, ours.address);
  expect(ours.heard).toMatchObject([{ providerId: 'doc-1' }]);
});

test('a message that is delivered twice has the same event id, and different messages have different ids', async () => {
  const { completed } = await signed();
  const other = await signed('ref-2');
  for (const message of [completed, completed, other.completed]) {
    expect(await boldsign.messages.deliver(message, ours.address)).toBe(200);
  }
  const [first, second, third] = ours.heard;
  expect(second).toEqual(first);
  expect(third).not.toEqual(first);
});

test('messages out of order are each accepted, and a sync returns the same state in any order', async () => {
  const { providerId } = await signed();
  for (const message of boldsign.messages.told.toReversed()) {
    expect(await boldsign.messages.deliver(message, ours.address)).toBe(200);
    expect(await esign.look(providerId)).toMatchObject({ state: 'signed' });
  }
});

test('when every message is lost, changedSince finds the signed document', async () => {
  const since = now;
  const { providerId } = await signed();
  expect(await esign.changedSince(since)).toMatchObject([{ providerId, state: 'signed' }]);
});

test('a message is accepted within five minutes, in both directions of the clocks', async () => {
  const { completed } = await signed();
  for (const [seconds, status] of [
    [-301, 401],
    [-300, 200],
    [300, 200],
    [301, 401],
  ] as const) {
    const at = new Date(now.getTime() + seconds * 1_000);
    expect(await boldsign.messages.deliver(completed, ours.address, { at })).toBe(status);
  }
});

test('a late message that is signed again is accepted', async () => {
  const { completed } = await signed();
  now = new Date(now.getTime() + 7 * 3_600_000);
  expect(await boldsign.messages.deliver(completed, ours.address)).toBe(200);
});

test('while the secret is rotated, signatures with the old one, the new one and both are accepted', async () => {
  const { completed } = await signed();
  boldsign.messages.rollSecret('whsec-new');
  expect(boldsign.messages.headersOf(completed)['x-boldsign-signature']).toMatch(/^t=\d+, s0=\w{64}, s1=\w{64}$/);
  for (const secrets of [
    ['whsec-stand-in'],
    ['whsec-new'],
    ['another', 'whsec-new'],
    ['whsec-new', 'whsec-stand-in'],
  ]) {
    esign = opened(...secrets);
    expect(await boldsign.messages.deliver(completed, ours.address)).toBe(200);
  }
  esign = opened('another');
  expect(await boldsign.messages.deliver(completed, ours.address)).toBe(401);
});

test('a forged message is refused', async () => {
  const { completed } = await signed();
  expect(await boldsign.messages.deliver(completed, ours.address, { secrets: ['guessed'] })).toBe(401);
  expect(await boldsign.messages.deliver(completed, ours.address, { secrets: [] })).toBe(401);
  const good = boldsign.messages.headersOf(completed)['x-boldsign-signature'] ?? '';
  for (const header of [
    undefined,
    '',
    'x',
    good.replace('t=', ''),
    good.replace('s0=', 's2='),
    good.replace('s0=', ''),
    good.replace(/s0=.*/, 's0='),
    good.replace('t=', 't=0, t='),
    `${good}, t=1`,
    good.slice(0, -2),
    `${good}00`,
    good.replace(/s0=.*/, (part) => part.toUpperCase()),
  ]) {
    expect(esign.readNotification(completed.raw, { 'x-boldsign-signature': header }), header ?? 'none').toBeNull();
  }
});

test('the provider’s verification request is answered and does nothing', async () => {
  expect(await boldsign.messages.ping(ours.address)).toBe(200);
  expect(ours.heard).toEqual(['nothing-to-do']);
});

test('a forged verification request has no effect', async () => {
  const { completed } = await signed();
  const headers = { ...boldsign.messages.headersOf(completed), 'x-boldsign-event': 'Verification' };
  expect(esign.readNotification(completed.raw, headers)).toBe('nothing-to-do');
});

test('a valid message about something other than a document, or about nothing, has no effect', () => {
  const bodies = [
    '',
    'null',
    '[]',
    '{',
    '{"event":{"id":"e","eventType":"Completed"},"data":{"object":"template","documentId":"d"}}',
    '{"event":{"id":"e","eventType":"Completed"},"data":{"object":"document","documentId":7}}',
    '{"event":{"id":"","eventType":"Completed"},"data":{"object":"document","documentId":"d"}}',
  ];
  for (const body of bodies) {
    const message = { eventType: 'Completed', documentId: 'd', raw: Buffer.from(body) };
    expect(esign.readNotification(message.raw, boldsign.messages.headersOf(message)), body).toBe('nothing-to-do');
  }
});

test('the signature matches one computed with openssl by the provider’s algorithm', () => {
  // printf '1668693823.{"a":1}' | openssl dgst -sha256 -hmac 'whsec-stand-in'
  const hex = '35df8aaa9917237549098c50e7dcd3bcff1a020bb598f1efb84e7120b5ea8929';
  now = new Date(1_668_693_823_000);
  expect(esign.readNotification(Buffer.from('{"a":1}'), { 'x-boldsign-signature': `t=1668693823, s0=${hex}` })).toBe(
    'nothing-to-do',
  );
});

test('every message is accepted as it was signed, and refused after a change of any byte', () => {
  const seconds = Math.floor(now.getTime() / 1_000);
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 200 }),
      fc.integer({ min: seconds - 300, max: seconds + 300 }),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      fc.constantFrom('body', 'time', 'signature'),
      (body, time, where, change, what) => {
        const raw = Buffer.from(body);
        const message = { eventType: 'Completed', documentId: 'd', raw };
        const header =
          boldsign.messages.headersOf(message, { at: new Date(time * 1_000) })['x-boldsign-signature'] ?? '';
        expect(esign.readNotification(raw, { 'x-boldsign-signature': header })).not.toBeNull();

        const [prefix = '', signature = ''] = header.split('s0=');
        const changed = {
          raw: what === 'body' ? changedAt(raw, where, change) : raw,
          header:
            what === 'body'
              ? header
              : what === 'time'
                ? `t=${changedText(String(time), where, change)}, s0=${signature}`
                : `${prefix}s0=${changedText(signature, where, change)}`,
        };
        expect(esign.readNotification(changed.raw, { 'x-boldsign-signature': changed.header })).toBeNull();
      },
    ),
    { numRuns: 300 },
  );
});

function changedAt(bytes: Buffer, where: number, change: number): Buffer {
  const changed = Buffer.from(bytes);
  const index = where % changed.length;
  changed[index] = (changed[index] ?? 0) ^ change;
  return changed;
}

function changedText(text: string, where: number, change: number): string {
  return changedAt(Buffer.from(text, 'latin1'), where, change).toString('latin1');
}

import { createHmac, randomBytes } from 'node:crypto';
import { type ReceivedWebhook, verifyWebhook, type WebhookFault, type WebhookNotVerified } from '@vialkeep/client';
import { describe, expect, test } from 'vitest';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const event = { type: 'webhook.test', timestamp: '2026-02-25T16:20:00.000Z', data: { endpoint_id: 9 } };
const body = JSON.stringify(event);
const now = () => Math.floor(Date.now() / 1_000);

/** Signs as Standard Webhooks 1.0 says, with Node's own HMAC. */
function signatureOf(id: string, timestamp: number | string, text: string, by = secret): string {
  const key = Buffer.from(by.replace('whsec_', ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64')}`;
}

function message(changes: Partial<ReceivedWebhook> & { at?: number; signature?: string } = {}): ReceivedWebhook {
  const { at = now(), signature = signatureOf('evt_1_9', at, body), ...rest } = changes;
  const headers = { 'webhook-id': 'evt_1_9', 'webhook-timestamp': String(at), 'webhook-signature': signature };
  return { secret, headers, body, ...rest };
}

const faultOf = (received: ReceivedWebhook): Promise<WebhookFault | null> =>
  verifyWebhook(received).then(
    () => null,
    (error: WebhookNotVerified) => error.fault,
  );

describe('The verification of a webhook', () => {
  test('a signed message is returned with its id, from headers of Fetch and of Node, as text and as bytes', async () => {
    const { headers } = message();
    const given = headers as Record<string, string>;
    const upper = Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toUpperCase(), [value]]));
    for (const received of [
      message(),
      message({ headers: new Headers(given) }),
      message({ headers: upper }),
      message({ body: new TextEncoder().encode(body) }),
    ]) {
      expect(await verifyWebhook(received)).toEqual({ id: 'evt_1_9', event });
    }
  });

  test('one good signature among several is enough while a secret is replaced', async () => {
    const at = now();
    const other = signatureOf('evt_1_9', at, body, `whsec_${randomBytes(32).toString('base64')}`);
    const good = signatureOf('evt_1_9', at, body);
    expect(await faultOf(message({ at, signature: `${other} ${good}` }))).toBeNull();
    expect(await faultOf(message({ at, signature: `${good} ${other}` }))).toBeNull();
    expect(await faultOf(message({ at, signature: `v1a,${good.slice(3)} ${other}` }))).toBe('signature_differs');
  });

  test('a change of the body, the id, the time or the secret is refused', async () => {
    const at = now();
    expect(await faultOf(message({ body: `${body} ` }))).toBe('signature_differs');
    expect(await faultOf(message({ at, signature: signatureOf('evt_2_9', at, body) }))).toBe('signature_differs');
    expect(await faultOf(message({ at, signature: signatureOf('evt_1_9', at - 1, body) }))).toBe('signature_differs');
    expect(await faultOf(message({ secret: `whsec_${randomBytes(32).toString('base64')}` }))).toBe('signature_differs');
  });

  test('a message older or newer than the tolerance is refused, although its signature is good', async () => {
    expect(await faultOf(message({ at: now() - 290 }))).toBeNull();
    expect(await faultOf(message({ at: now() - 310 }))).toBe('too_old');
    expect(await faultOf(message({ at: now() + 310 }))).toBe('too_new');
    expect(await faultOf(message({ at: now() - 310, toleranceSeconds: 400 }))).toBeNull();
    const { headers } = message();
    expect(await faultOf(message({ headers: { ...headers, 'webhook-timestamp': 'NaN' } }))).toBe('too_old');
  });

  test('a missing header, a broken secret, broken base64 and a body that is no JSON are refused by name', async () => {
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
      expect(await faultOf(message({ headers: { ...message().headers, [name]: undefined } }))).toBe('header_missing');
    }
    expect(await faultOf(message({ secret: 'whsec_§' }))).toBe('secret_malformed');
    expect(await faultOf(message({ secret: '' }))).toBe('secret_malformed');
    expect(await faultOf(message({ signature: 'v1,§§ v1' }))).toBe('signature_differs');
    const at = now();
    const broken = message({ at, body: '{', signature: signatureOf('evt_1_9', at, '{') });
    expect(await faultOf(broken)).toBe('not_json');
  });
});

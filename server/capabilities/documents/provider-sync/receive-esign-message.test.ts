import { receiveEsignMessage, requestSignatures, signLinkForGuest } from '@vialkeep/contract/documents.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseDigest } from '../../../testing/database-digest.ts';
import { newGuestLink } from '../../../testing/documents/signers.ts';
import { type BoldsignStandIn, fakeBoldsign } from '../../../testing/fakes/esign/fake-boldsign.ts';
import { anonymousCaller, newWorld, type World } from '../../../testing/world.ts';

let world: World;
let boldsign: BoldsignStandIn;
beforeAll(async () => {
  boldsign = await fakeBoldsign();
  const { apiKey, url, webhookSecrets } = boldsign.account;
  world = await newWorld({
    ESIGN: 'boldsign',
    BOLDSIGN_API_KEY: apiKey,
    BOLDSIGN_URL: url,
    BOLDSIGN_WEBHOOK_SECRETS: webhookSecrets.join(','),
  });
});
afterAll(async () => {
  await world.close();
  await boldsign.close();
});

function deliver(raw: Buffer, headers: Record<string, string>) {
  return world.raw({
    method: 'POST',
    url: receiveEsignMessage.path,
    headers: { host: 'localhost', ...headers },
    payload: raw,
  });
}

/** Returns one of the three documents that a center requests from a new patient, already sent to the provider. */
async function newDocument(email: string): Promise<{ id: number; provider_id: string }> {
  await world.call(await world.as('hc'), requestSignatures, { body: { name: 'Rosalind Marsh', email } });
  const [document] = await world.sql<{ document_id: string }>(
    "select document_id from documents where signer_email = $1 and kind = 'storage'",
    [email],
  );
  const alias = await newGuestLink(world, document?.document_id ?? '');
  await world.call(anonymousCaller, signLinkForGuest, { params: { documentId: alias } });
  const [sent] = await world.sql<{ id: number; provider_id: string }>(
    'select id, provider_id from documents where document_id = $1',
    [document?.document_id],
  );
  if (!sent) throw new Error('The document was not sent.');
  return sent;
}

async function statusOf({ id }: { id: number }): Promise<unknown> {
  await world.letters();
  const [row] = await world.sql('select status from documents where id = $1', [id]);
  return row?.status;
}

describe('T49 A webhook of the signing provider', () => {
  test('a webhook that arrives three times completes its document once', async () => {
    const document = await newDocument('first@elsewhere.test');
    boldsign.signAs(document.provider_id);
    const message = boldsign.messages.told.findLast(({ eventType }) => eventType === 'Completed');
    if (!message) throw new Error('Nothing was told.');
    for (let time = 0; time < 3; time += 1) {
      const response = await deliver(message.raw, boldsign.messages.headersOf(message));
      expect({ status: response.statusCode, answer: response.json() }).toEqual({
        status: 200,
        answer: { received: true },
      });
    }
    expect(await statusOf(document)).toBe('Completed');
    const completions = await world.sql(
      "select 1 from audit_log where action = 'documents.complete' and subject_id = $1",
      [String(document.id)],
    );
    expect(completions).toHaveLength(1);
  });

  test('a forged, altered, old or unsigned webhook is refused with 401 and changes nothing', async () => {
    const document = await newDocument('second@elsewhere.test');
    boldsign.signAs(document.provider_id);
    const message = boldsign.messages.told.findLast(({ eventType }) => eventType === 'Completed');
    if (!message) throw new Error('Nothing was told.');
    const headers = boldsign.messages.headersOf(message);
    const old = { at: new Date(Date.now() - 10 * 60_000) };
    // What the request has queued is done before the rows are compared.
    await world.letters();
    const before = await databaseDigest(world);
    const asks = [
      deliver(message.raw, boldsign.messages.headersOf(message, { secrets: ['somebody-else'] })),
      deliver(Buffer.concat([message.raw, Buffer.from(' ')]), headers),
      deliver(message.raw, boldsign.messages.headersOf(message, old)),
      deliver(message.raw, { 'content-type': 'application/json' }),
      deliver(Buffer.alloc(0), {}),
      deliver(message.raw, { ...headers, 'x-boldsign-signature': 't=1, s0=00' }),
    ];
    for (const response of await Promise.all(asks)) {
      expect(response.statusCode).toBe(401);
      expect(response.json().reason).toBe('not_from_provider');
    }
    expect(await databaseDigest(world)).toEqual(before);
  });

  test('a webhook about an unknown document gets the same answer as any other', async () => {
    boldsign.messages.tell('Completed', { documentId: 'not-one-of-ours', title: 'Other', status: 'Completed' });
    const message = boldsign.messages.told.at(-1);
    if (!message) throw new Error('Nothing was told.');
    const response = await deliver(message.raw, boldsign.messages.headersOf(message));
    expect({ status: response.statusCode, answer: response.json() }).toEqual({
      status: 200,
      answer: { received: true },
    });
    await world.letters();
  });

  test('a verification ping is answered with success, and a body over 1 MB is refused with 413', async () => {
    const ping = await deliver(Buffer.from('{}'), {
      'content-type': 'application/json',
      'x-boldsign-event': 'Verification',
    });
    expect(ping.json()).toEqual({ received: true });
    const long = await deliver(Buffer.alloc(1_048_577), { 'content-type': 'application/json' });
    expect(long.statusCode).toBe(413);
  });

  test('the content security policy of the page allows the provider’s frame', async () => {
    const page = await world.raw({ url: '/', headers: { host: 'localhost' } });
    expect(page.headers['content-security-policy']).toContain("frame-src 'self' https://*.boldsign.com");
  });
});

test('every webhook is refused with 401 while the built-in service is in use', async () => {
  const builtin = await newWorld();
  const response = await builtin.raw({
    method: 'POST',
    url: receiveEsignMessage.path,
    headers: { host: 'localhost', 'content-type': 'application/json' },
    payload: '{}',
  });
  expect(response.statusCode).toBe(401);
  await builtin.close();
});

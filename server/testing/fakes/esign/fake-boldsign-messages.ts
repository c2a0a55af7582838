import { createHmac, randomUUID } from 'node:crypto';

export type StandInMessage = { readonly eventType: string; readonly documentId: string; readonly raw: Buffer };

export type StandInMessages = {
  /** Every message so far, oldest first. Messages are sent only by `deliver`; others are lost. */
  told: StandInMessage[];
  tell(eventType: string, document: { documentId: string; title: string; status: string }): void;
  /** The headers of a message. `at` is the time of its signature, `secrets` has the newest first. */
  headersOf(message: StandInMessage, how?: { at?: Date; secrets?: readonly string[] }): Record<string, string>;
  /** Posts the message and returns the status of the answer. */
  deliver(message: StandInMessage, address: string, how?: { at?: Date; secrets?: readonly string[] }): Promise<number>;
  /** The unsigned verification request for a new address. */
  ping(address: string): Promise<number>;
  /** From now on messages are signed with the new secret and also with the old one. */
  rollSecret(secret: string): void;
};

/** BoldSign's webhooks: `X-BoldSign-Signature: t=…, s0=…, s1=…`, HMAC-SHA256 in hex over `{t}.{body}`. */
export function standInMessages(firstSecret: string, clock: () => Date): StandInMessages {
  const told: StandInMessage[] = [];
  let secrets: readonly string[] = [firstSecret];

  const headersOf: StandInMessages['headersOf'] = (
    { eventType, raw },
    { at = clock(), secrets: given = secrets } = {},
  ) => {
    const time = Math.floor(at.getTime() / 1_000);
    const signatures = given.map(
      (secret, index) => `s${index}=${createHmac('sha256', secret).update(`${time}.`).update(raw).digest('hex')}`,
    );
    return {
      'content-type': 'application/json',
      'x-boldsign-event': eventType,
      'x-boldsign-signature': [`t=${time}`, ...signatures].join(', '),
    };
  };

  return {
    told,
    headersOf,
    tell(eventType, document) {
      told.push({ eventType, documentId: document.documentId, raw: bodyOf(eventType, document, clock()) });
    },
    async deliver(message, address, how) {
      const body = Uint8Array.from(message.raw);
      return (await fetch(address, { method: 'POST', headers: headersOf(message, how), body })).status;
    },
    async ping(address) {
      const headers = { 'content-type': 'application/json', 'x-boldsign-event': 'Verification' };
      return (await fetch(address, { method: 'POST', headers, body: '{"event":{"eventType":"Verification"}}' })).status;
    },
    rollSecret(secret) {
      secrets = [secret, ...secrets].slice(0, 2);
    },
  };
}

function bodyOf(eventType: string, document: { documentId: string; title: string; status: string }, now: Date): Buffer {
  const created = Math.floor(now.getTime() / 1_000);
  return Buffer.from(
    JSON.stringify({
      event: { id: randomUUID(), created, eventType, clientId: null, environment: 'Test' },
      context: { eventType, actor: { userType: 'Signer', id: randomUUID() }, previousState: null },
      data: {
        object: 'document',
        documentId: document.documentId,
        messageTitle: document.title,
        documentDescription: '',
        status: document.status,
        senderDetail: { name: 'Vialkeep', emailAddress: 'sender@vialkeep.test' },
        signerDetails: [],
      },
    }),
  );
}

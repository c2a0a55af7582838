import type { WebhookEvent } from './calls.generated.ts';

export type WebhookFault =
  | 'header_missing'
  | 'secret_malformed'
  | 'too_old'
  | 'too_new'
  | 'signature_differs'
  | 'not_json';

/** A message that must not be acted upon. */
export class WebhookNotVerified extends Error {
  override readonly name: string = 'WebhookNotVerified';
  readonly fault: WebhookFault;

  constructor(fault: WebhookFault) {
    super(`The webhook was not verified: ${fault}.`);
    this.fault = fault;
  }
}

export type ReceivedWebhook = {
  /** The secret of the endpoint, as it was shown: whsec_… */
  secret: string;
  /** The headers of the request: those of the Fetch standard, or the object that Node and its frameworks give. */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body as it was received. What a framework has parsed and written again differs by a space. */
  body: string | Uint8Array;
  /** How far the clocks of both sides may differ; 300 where it is left out. */
  toleranceSeconds?: number;
};

/**
 * Verifies a message by Standard Webhooks 1.0 and returns its event with the id of the message, which is the same at each
 * attempt. Throws `WebhookNotVerified`.
 */
export async function verifyWebhook(received: ReceivedWebhook): Promise<{ id: string; event: WebhookEvent }> {
  const { headers, toleranceSeconds = 300 } = received;
  const id = requireHeader(headers, 'webhook-id');
  const timestamp = requireHeader(headers, 'webhook-timestamp');
  const signatures = requireHeader(headers, 'webhook-signature');
  checkTimestamp(timestamp, toleranceSeconds);
  const body = typeof received.body === 'string' ? new TextEncoder().encode(received.body) : received.body;
  const key = await importSecret(received.secret);
  if (!(await isSigned(key, signatures, signedBytes(id, timestamp, body)))) {
    throw new WebhookNotVerified('signature_differs');
  }
  return { id, event: parseEvent(body) };
}

function requireHeader(headers: ReceivedWebhook['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : findHeader(headers, name);
  if (value === null || value === undefined || value === '') throw new WebhookNotVerified('header_missing');
  return value;
}

function findHeader(headers: Exclude<ReceivedWebhook['headers'], Headers>, name: string): string | undefined {
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : value?.[0];
}

/** A message of yesterday with a valid signature may be one that was recorded and is sent again. */
function checkTimestamp(timestamp: string, toleranceSeconds: number): void {
  const age = Date.now() / 1_000 - (/^\d{1,12}$/.test(timestamp) ? Number(timestamp) : 0);
  if (age > toleranceSeconds) throw new WebhookNotVerified('too_old');
  if (age < -toleranceSeconds) throw new WebhookNotVerified('too_new');
}

async function importSecret(secret: string): Promise<CryptoKey> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''));
  if (bytes === null || bytes.length === 0) throw new WebhookNotVerified('secret_malformed');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function signedBytes(id: string, timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  return bytes;
}

/** While a secret is being replaced there are two signatures. `verify` compares in constant time. */
async function isSigned(key: CryptoKey, signatures: string, signed: Uint8Array<ArrayBuffer>): Promise<boolean> {
  for (const signature of signatures.split(' ')) {
    const bytes = signature.startsWith('v1,') ? bytesOf(signature.slice(3)) : null;
    if (bytes !== null && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return true;
  }
  return false;
}

/** Null for a text that is not base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function parseEvent(body: Uint8Array): WebhookEvent {
  try {
    // @NOTE the signature says that the server wrote it, by the schema of its type.
    return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
  } catch {
    throw new WebhookNotVerified('not_json');
  }
}

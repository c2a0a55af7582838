import { createHmac } from 'node:crypto';

type StoredEvent = { readonly type: string; readonly at: Date; readonly data: unknown };

/** What a receiver gets of an event. */
export function messageOf({ type, at, data }: StoredEvent) {
  return { type, timestamp: at.toISOString(), data };
}

/** The same at every attempt, so that a receiver can ignore what it has had. */
export function webhookId(eventId: number, endpointId: number): string {
  return `evt_${eventId}_${endpointId}`;
}

const PREFIX = 'whsec_';

/** The headers of Standard Webhooks 1.0, with one signature for each secret. */
export function buildSignatureHeaders(
  { id, body, secrets }: { readonly id: string; readonly body: string; readonly secrets: readonly string[] },
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Notification } from '../../../ports/esign.ts';

type Headers = Readonly<Record<string, string | undefined>>;

const TOLERANCE_SECONDS = 300;

/** Other events (seen, reminded, delivered …) change no stored state, and each sync uses one of the hour's calls. */
const WORTH_A_LOOK = new Set(['Completed', 'Declined', 'Revoked', 'Expired', 'SendFailed']);

const Message = z.object({
  event: z.object({ id: z.string().min(1), eventType: z.string() }),
  data: z.object({ object: z.literal('document'), documentId: z.string().min(1) }),
});

export function readBoldsignNotification(
  raw: Buffer,
  headers: Headers,
  { secrets, now }: { secrets: readonly string[]; now: Date },
): Notification | 'nothing-to-do' | null {
  // BoldSign sends this unsigned request once when the address is entered. A forged one does nothing either.
  if (headers['x-boldsign-event'] === 'Verification') return 'nothing-to-do';

  const signature = parsedSignature(headers['x-boldsign-signature'] ?? '');
  if (signature === null) return null;
  if (Math.abs(now.getTime() / 1_000 - Number(signature.time)) > TOLERANCE_SECONDS) return null;
  if (!secrets.some((secret) => isSignedWith(secret, raw, signature))) return null;

  const message = Message.safeParse(parseMessageJson(raw));
  if (!message.success || !WORTH_A_LOOK.has(message.data.event.eventType)) return 'nothing-to-do';
  return { eventId: message.data.event.id, providerId: message.data.data.documentId };
}

type Signature = { time: string; given: readonly string[] };

/** `t=1668693823, s0=<hex>`, plus `s1=<hex>` for some time after the secret was rotated. */
function parsedSignature(header: string): Signature | null {
  const parts = header.split(',').map((part) => /^ *([a-z0-9]+)=([0-9a-f]+) *$/.exec(part)?.slice(1, 3) ?? ['', '']);
  const times = parts.filter(([name]) => name === 't').map(([, value = '']) => value);
  const given = parts.filter(([name]) => name === 's0' || name === 's1').map(([, value = '']) => value);
  const [time = '', ...others] = times;
  return /^\d{1,12}$/.test(time) && others.length === 0 && given.length > 0 ? { time, given } : null;
}

function isSignedWith(secret: string, raw: Buffer, { time, given }: Signature): boolean {
  const due = Buffer.from(createHmac('sha256', secret).update(`${time}.`).update(raw).digest('hex'));
  return given.map((hex) => Buffer.from(hex)).some((hex) => hex.length === due.length && timingSafeEqual(hex, due));
}

function parseMessageJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return undefined;
  }
}

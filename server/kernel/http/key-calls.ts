import type { FastifyReply } from 'fastify';
import type { Limit } from '../rate-limits.ts';
import type { Services } from '../services.ts';
import type { Actor } from '../session/actor.ts';
import { findKeyActor } from '../session/find-key-actor.ts';
import type { Settings } from '../settings/settings.ts';
import type { RequestFacts } from './handle.ts';
import { refuse } from './refuse.ts';

const callLimit = ({ apiCallsPerMinute }: Settings): Limit => ({
  bucket: 'api-key',
  most: apiCallsPerMinute,
  minutes: 1,
});

/** The owner of the API key that was sent, within the limit of calls of this key; null where no key was sent. */
export async function admitKey(
  services: Services,
  { site, apiKey }: RequestFacts,
  network: string,
  reply: FastifyReply,
): Promise<Actor | null> {
  if (apiKey === null) return null;
  const actor = await findKeyActor(services, site, apiKey);
  if (!actor?.key) throw refuse('not_signed_in', { message: 'This API key is not valid here.' });
  const keyId = actor.key.id;
  const limit = callLimit(services.settings);
  const { hits, remaining } = await services.limits.countAndTell(limit, String(keyId));
  reply.headers({
    'ratelimit-limit': String(limit.most),
    'ratelimit-remaining': String(Math.max(0, limit.most - hits)),
    'ratelimit-reset': String(remaining),
  });
  if (hits > limit.most) {
    services.keyUse.note({ keyId, network, isRefused: true });
    throw refuse('too_many_requests', { retryAfterSeconds: remaining });
  }
  return actor;
}

/** Counts the call of a key, and whether it was refused. */
export async function countingUse<T>(
  { keyUse }: Services,
  actor: Actor | null,
  network: string,
  act: () => Promise<T>,
): Promise<T> {
  if (!actor?.key) return act();
  let isRefused = true;
  try {
    const made = await act();
    isRefused = false;
    return made;
  } finally {
    keyUse.note({ keyId: actor.key.id, network, isRefused });
  }
}

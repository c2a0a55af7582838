import { route } from '@vialkeep/contract/kernel/route.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { audit } from '../audit/audit.ts';
import { bind } from '../http/bind.ts';
import { type Call, handle } from '../http/handle.ts';
import { newServer } from '../http/server.ts';
import { resolveSite } from '../http/site-of-request.ts';
import { ownRecords } from './rules.ts';

const forgetful = route({
  method: 'POST',
  path: '/api/v1/forgetful/',
  access: 'profile.change',
  summary: 'Changes a name without authorizing the account',
  answer: z.object({ success: z.literal(true) }),
});
const forgetfulRead = { ...forgetful, method: 'GET', path: '/api/v1/forgetful-read/' } as const;
const careful = { ...forgetful, path: '/api/v1/careful/' } as const;

let world: World;
let planted: FastifyInstance;
let clinic: Caller & { user: { id: number } };
let admin: Caller;
beforeAll(async () => {
  world = await newWorld();
  clinic = await world.as('hc');
  admin = await world.as('admin');
  const { services } = world.app;
  planted = await newServer(services.settings);
  resolveSite(planted, services.domains);
  bind(planted, services, handle(forgetful, rename));
  bind(
    planted,
    services,
    handle(forgetfulRead, async () => ({ success: true as const })),
  );
  bind(
    planted,
    services,
    handle(careful, (call) => {
      call.access.authorize(ownRecords(call.actor));
      return rename(call);
    }),
  );
});
afterAll(async () => {
  await planted.close();
  await world.close();
});

function rename({ actor, write }: Call<typeof forgetful>) {
  return write(async (work) => {
    await work.db.updateTable('users').set({ city: 'Renamed' }).where('id', '=', actor.userId).execute();
    await audit(work, {
      domainId: actor.domainId,
      action: 'profile.change',
      subject: 'user',
      subjectId: actor.userId,
    });
    return { success: true as const };
  });
}

const send = ({ token }: Caller, { method, path }: typeof forgetful | typeof forgetfulRead) =>
  planted.inject({ method, url: path, headers: { host: 'localhost', authorization: `token ${token}` } });
const city = async () => (await world.sql('select city from users where id = $1', [clinic.user.id]))[0]?.city;
const missing = expect.objectContaining({ reason: 'authorization_missing', success: false });

describe('A handler whose rule is about records', () => {
  test('a handler that authorizes no record answers 500, and its transaction is rolled back', async () => {
    const before = await city();
    const answer = await send(clinic, forgetful);
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual(missing);
    expect(await city()).toBe(before);
  });

  test('a handler that only reads and authorizes no record answers 500', async () => {
    const answer = await send(clinic, forgetfulRead);
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual(missing);
  });

  test('a handler that authorizes its record answers, and its transaction commits', async () => {
    expect((await send(clinic, careful)).statusCode).toBe(200);
    expect(await city()).toBe('Renamed');
  });

  test('a caller whose rule has no condition about records needs no authorization', async () => {
    expect((await send(admin, forgetfulRead)).statusCode).toBe(200);
  });
});

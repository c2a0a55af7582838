import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportCommissionStatement, printCommissionStatement } from '@vialkeep/contract/commissions.ts';
import { undoImport } from '@vialkeep/contract/import-afterwards.ts';
import { exportImportProblems } from '@vialkeep/contract/imports.ts';
import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { updatePatient } from '@vialkeep/contract/patients.ts';
import { updatePassword, updateUser, updateUserDirect } from '@vialkeep/contract/profile.ts';
import { createWebhook, updateWebhook } from '@vialkeep/contract/webhooks.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addImport } from './testing/imports/matrix-targets.ts';
import { type Caller, type Input, newWorld, type World } from './testing/world.ts';

// Some uses of a route need a proof of identity, others do not: such a route has no word of its own for it.

/** The files that ask for a proof by a call. A new one belongs into the tests of this file, or of the factors. */
const askers: Readonly<Record<string, number>> = {
  'commissions/statements/export-statement.ts': 1,
  'commissions/statements/print-statement.ts': 1,
  'email-changes/change-email-for-another.ts': 1,
  'factors/add-passkey.ts': 1,
  'factors/remove-factor.ts': 1,
  'factors/renew-recovery-codes.ts': 1,
  'factors/set-up-totp.ts': 1,
  'imports/check/export-problems.ts': 1,
  'imports/undo/start-undo.ts': 1,
  'profile/change-password.ts': 1,
  'profile/requested-email.ts': 1,
  'profile/update-user.ts': 1,
  'webhooks/change-endpoint.ts': 1,
};

let world: World;
let admin: Caller & { user: { id: number } };
beforeAll(async () => {
  world = await newWorld({ STEP_UP_MINUTES: '10' });
  admin = await world.as('super');
});
afterAll(() => world.close());

type Act = readonly [string, Route, () => Promise<Input>];

const lastMonth = '2026-01';

/** Every act with an input that is carried out after a fresh proof, or refused later for the state of its record. */
const acts: readonly Act[] = [
  ['the e-mail of a patient by their record', updatePatient, () => emailOf('patient2')],
  ['the e-mail of a user by the profile', updateUser, () => emailOf('patient3')],
  ['the e-mail of a user by the users list', updateUserDirect, () => emailOf('patient4')],
  [
    'the membership of a user',
    updateUser,
    async () => ({ params: { id: await idOf('rep3') }, body: { subscription: 3 } }),
  ],
  [
    'the password of a user',
    updatePassword,
    async () => {
      const user_id = await idOf('patient5');
      return { params: { id: user_id }, body: { user_id, new_password_change: 'A-new-password-1' } };
    },
  ],
  ['the CSV of a payee’s statement', exportCommissionStatement, statementOfRep],
  ['the PDF of a payee’s statement', printCommissionStatement, statementOfRep],
  ['the address of a webhook', updateWebhook, newAddress],
  [
    'the undoing of an import',
    undoImport,
    async () => ({ ...(await ofImport()), body: { reason: 'The wrong file.' } }),
  ],
  ['the problems of an import', exportImportProblems, ofImport],
];

const idOf = (account: string) => world.idOf(`${account}@vialkeep.test`);

async function emailOf(account: string): Promise<Input> {
  return { params: { id: await idOf(account) }, body: { email: `${account}.elsewhere@vialkeep.test` } };
}

async function statementOfRep(): Promise<Input> {
  return { params: { user_id: await idOf('rep'), month: lastMonth } };
}

async function newAddress(): Promise<Input> {
  const body = { url: 'https://receiver.example.org/', types: ['vials.added'], description: '' };
  const { id } = await world.call(admin, createWebhook, { body });
  return { params: { id }, body: { url: 'https://elsewhere.example.org/' } };
}

async function ofImport(): Promise<Input> {
  const { id, file } = await addImport(world, 1);
  return { params: { id }, query: { file: String(file) } };
}

async function setAge(minutes: number): Promise<void> {
  await world.sql(
    'update sessions set created_at = now() - make_interval(mins => $2), proved_at = null where user_id = $1',
    [admin.user.id, minutes],
  );
}

describe('An act for which its handler asks for a proof of identity', () => {
  test.each(acts)(
    '%s is refused after eleven minutes without a proof and not refused for it after nine',
    async (_name, route, inputOf) => {
      const input = await inputOf();
      await world.sql('insert into identity_policies (domain_id, step_up) values (1, true)');
      try {
        await setAge(11);
        expect(await world.refusalOf(admin, route, input)).toEqual({ status: 409, reason: 'step_up_required' });
        await setAge(9);
        const answer = await world.send(admin, route, input);
        expect(answer.statusCode).toBeLessThan(500);
        const isRefused = answer.statusCode >= 400;
        expect(isRefused && answer.json().reason).not.toBe('step_up_required');
      } finally {
        await world.sql('delete from identity_policies');
      }
    },
  );

  test('the list of the files that ask for one is complete', async () => {
    const folder = join(import.meta.dirname, 'capabilities');
    const found: Record<string, number> = {};
    for await (const name of glob('**/*.ts', { cwd: folder })) {
      if (name.endsWith('.test.ts')) continue;
      const asked = (await readFile(join(folder, name), 'utf8')).match(/\bproof\.require\w*\(/g)?.length ?? 0;
      if (asked > 0) found[name.replaceAll('\\', '/')] = asked;
    }
    expect(found).toEqual(askers);
  });
});

import { createTemplate, signLinkForSignUp } from '@vialkeep/contract/documents.ts';
import { sign } from '@vialkeep/contract/signing.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newClinic, signUpsIn } from '../../testing/sign-ups.ts';
import { anonymousCaller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let rep: number;
beforeAll(async () => {
  world = await newWorld({ SIGN_UPS_PER_HOUR: '1000' });
  rep = await world.idOf('rep@vialkeep.test');
});
afterAll(() => world.close());

const { signUp, loggedIn } = signUpsIn(() => world);
const clinic = () => ({ ...newClinic(), subscription: 4, saless_rep_id: rep });

/** The pair of ids that a completed signing issues. */
async function signed(email: string) {
  const name = 'Ada Moreau';
  const { signLink, documentId } = await world.call(anonymousCaller, signLinkForSignUp, { body: { name, email } });
  const signingId = new URL(signLink, 'http://localhost').pathname.split('/').at(-1);
  await world.call(anonymousCaller, sign, { params: { signingId }, body: { full_name: name, agrees: true } });
  await world.letters();
  const { templateId, docId } = await world.call(anonymousCaller, createTemplate, { query: { documentId, name } });
  return { template_id: templateId, document_id: docId };
}

describe('F153, S-03 Harvest center that has signed', () => {
  test('the new center has the attestation from the start', async () => {
    const body = clinic();
    const pair = await signed(body.email);
    const { id } = (await signUp({ ...body, ...pair })).json();
    const { user } = await loggedIn(body.email);
    expect(user).toMatchObject({ id, ...pair, saless_rep_id: rep });
  });

  test('a pair for another email, an incomplete pair and a pair older than a day are refused', async () => {
    const body = clinic();
    const pair = await signed(body.email);
    const foreign = { ...clinic(), ...pair };
    const half = { ...body, template_id: pair.template_id };
    const forged = { ...body, ...pair, template_id: 'attestation-of-mine' };
    const before = await world.sql('select count(*) from users');
    for (const wrong of [foreign, half, forged]) {
      const response = await signUp(wrong);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({
        reason: 'not_signed_here',
        message: 'The signed document does not belong to this e-mail. Please sign it again.',
      });
    }
    // A trigger keeps completed documents unchanged, so the test disables it to move the time back.
    await world.sql('alter table documents disable trigger user');
    await world.sql("update documents set signed_at = now() - interval '25 hours'");
    expect((await signUp({ ...body, ...pair })).json().reason).toBe('not_signed_here');
    expect(await world.sql('select count(*) from users')).toEqual(before);
  });
});

import { hash } from 'node:crypto';
import { signLinkForGuest } from '@vialkeep/contract/documents.ts';
import { addSalesRep, createHarvestCenter } from '@vialkeep/contract/sign-up.ts';
import { readSigning, sign } from '@vialkeep/contract/signing.ts';
import { z } from 'zod';
import type { Told } from '../../harness/api-client.ts';
import { toldBy } from '../write-log.ts';
import type { Person, PersonaActions } from './person.ts';

const newcomer = { first_name: 'Fault', last_name: 'Run', password: 'Fault-run-password-1' };
const clinic = {
  company: 'Fault Clinic',
  phone_number: '5125550100',
  address1: '1 Main Street',
  city: 'Austin',
  state_desc: 'Texas',
  country_desc: 'United States',
};

/** Sign-ups without a session: as staff of one of these centers, which then approve them, or as sales reps. */
export function strangersHabits(centers: readonly number[]): PersonaActions {
  return [
    [(stranger) => signsUpAsStaff(stranger, centers), 3],
    [signsUpToSell, 2],
  ];
}

async function signsUpAsStaff(stranger: Person, centers: readonly number[]): Promise<void> {
  const mark = `${stranger.deeds.newMark()}@faults.test`;
  const body = { ...newcomer, ...clinic, email: mark, subscription: 9, staff_hc_ids: [stranger.dice.of(centers)] };
  await stranger.do({ kind: 'user', mark }, createHarvestCenter, { body });
}

async function signsUpToSell(stranger: Person): Promise<void> {
  const mark = `${stranger.deeds.newMark()}@faults.test`;
  await stranger.do({ kind: 'user', mark }, addSalesRep, { body: { ...newcomer, email: mark, subscription: 3 } });
}

/** Guests sign the documents of their emails one after the other. */
export function guestsHabits(linksInLetters: () => readonly string[]): PersonaActions {
  const done = new Set<string>();
  const signsNext = async (guest: Person) => {
    const documentId = linksInLetters().find((id) => !done.has(id));
    if (documentId === undefined) return;
    const link = await guest.read(signLinkForGuest, { params: { documentId } });
    if (!link) return;
    const signingId = new URL(link.signLink).pathname.split('/').at(-1);
    const paper = await guest.read(readSigning, { params: { signingId } });
    if (!paper) return;
    const body = { full_name: paper.signer, agrees: true };
    const mark = hash('sha256', documentId);
    const told = await guest.do({ kind: 'signature', mark }, sign, { params: { signingId }, body }, toldOfSignature);
    if (toldOfSignature(told) === 'yes') done.add(documentId);
  };
  return [[signsNext, 1]];
}

const Refused = z.object({ reason: z.string() });

/** `signed_already` means that an earlier attempt succeeded although its answer was lost. */
function toldOfSignature(told: Told | null) {
  return Refused.safeParse(told?.body).data?.reason === 'signed_already' ? 'yes' : toldBy(told);
}

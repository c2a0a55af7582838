import { addCard } from '@vialkeep/contract/cards.ts';
import { approveStaff, listStaffOfCenter } from '@vialkeep/contract/centers.ts';
import { checkOut } from '@vialkeep/contract/checkout.ts';
import { requestSignatures } from '@vialkeep/contract/documents.ts';
import { requestLabel } from '@vialkeep/contract/labels.ts';
import { createLocation, listLocations, updateDefaultLocation } from '@vialkeep/contract/locations.ts';
import { uploadHcLogo } from '@vialkeep/contract/profile.ts';
import { noisePng } from '../../harness/pictures.ts';
import { baskets } from '../purchases/buyers.ts';
import { newCardNumber } from './card-numbers.ts';
import type { Person, PersonaActions } from './person.ts';
import { purchase } from './purchase.ts';

const place = { address1: '1 Main Street', city: 'Austin', state_desc: 'Texas', country_desc: 'United States' };

export const clinicsHabits: PersonaActions = [
  [uploadsLogo, 3],
  [addsLocation, 4],
  [choosesDefaultLocation, 3],
  [buys, 6],
  [savesCard, 2],
  [asksForLabel, 3],
  [asksForSignatures, 2],
  [approvesStaff, 4],
];

async function uploadsLogo(clinic: Person): Promise<void> {
  const told = await clinic.portal.call(uploadHcLogo, { file: { name: 'logo.png', bytes: noisePng(60, 60) } });
  const name = uploadHcLogo.answer.safeParse(told?.body).data?.filename;
  if (told?.status === 200 && name) clinic.uploaded(`hc-logos/${name}`);
}

async function addsLocation(clinic: Person): Promise<void> {
  const mark = clinic.deeds.newMark();
  const body = { ...place, location_name: mark, default: clinic.dice.chance(0.3) };
  await clinic.do({ kind: 'location', mark }, createLocation, { body });
}

/** The invariants require that there is a default location, not which one it is. */
async function choosesDefaultLocation(clinic: Person): Promise<void> {
  const user_id = await clinic.id();
  const locations = await clinic.read(listLocations, { params: { userId: user_id } });
  if (!locations || locations.length === 0) return;
  const body = { location_id: clinic.dice.of(locations).id, user_id };
  await clinic.portal.call(updateDefaultLocation, { body });
}

async function buys(clinic: Person): Promise<void> {
  const basket = clinic.dice.of(baskets);
  await purchase(clinic, checkOut, basket, clinic.dice.chance(0.2));
}

async function savesCard(clinic: Person): Promise<void> {
  const mark = clinic.deeds.newMark();
  const body = {
    card_holder: mark,
    card_number: newCardNumber(),
    expiration_date: `${new Date().getUTCFullYear() + 2}-01`,
    cvv: '123',
  };
  await clinic.do({ kind: 'card', mark }, addCard, { body });
}

async function asksForLabel(clinic: Person): Promise<void> {
  const mark = clinic.deeds.newMark();
  const body = {
    ...place,
    harvest_center_email: 'front@faults.test',
    harvest_center_representative: 'Front Desk',
    zip_code: '78701',
    patients_ids: '0',
    other_patient_name: mark,
  };
  await clinic.do({ kind: 'label', mark }, requestLabel, { body });
}

async function asksForSignatures(clinic: Person): Promise<void> {
  const mark = `${clinic.deeds.newMark()}@signers.test`;
  await clinic.do({ kind: 'request to sign', mark }, requestSignatures, { body: { name: 'Fault Run', email: mark } });
}

async function approvesStaff(clinic: Person): Promise<void> {
  const hc_id = await clinic.id();
  const staff = await clinic.read(listStaffOfCenter, { params: { id: hc_id } });
  const asking = staff?.staff_list.filter(({ status }) => status === 'pending') ?? [];
  if (asking.length === 0) return;
  const { id: user_id } = clinic.dice.of(asking);
  await clinic.do({ kind: 'approval', mark: `${user_id} ${hc_id}` }, approveStaff, { body: { user_id, hc_id } });
}

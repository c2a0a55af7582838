import { type Answered, patchJson, postJson } from './calls.ts';
import { newUser } from './new-user.ts';
import { baseUrl, openSession } from './person.ts';

export type Buyer = { id: number; email: string; token: string };

/** Creates a clinic that can buy: it has a sales rep, two locations and a Visa card that ends in 1111. */
export async function newClinic(plan: 4 | 5): Promise<Buyer> {
  const buyer = await withSalesRep(await newUser(plan));
  for (const [location_name, address1] of [
    ['Front desk', '12 Willow Row'],
    ['Loading dock', '14 Willow Row'],
  ]) {
    const location = { location_name, address1, city: 'Austin', state_desc: 'Texas', country_desc: 'United States' };
    await done(postJson(`${baseUrl()}/api/v1/locations/`, location, buyer.token));
  }
  const card = {
    card_holder: 'Nell Buyer',
    card_number: '4111111111111111',
    expiration_date: `${new Date().getFullYear() + 3}-04`,
  };
  await done(postJson(`${baseUrl()}/api/v1/billing-profiles/create-profile/`, { ...card, cvv: '123' }, buyer.token));
  return buyer;
}

/** Creates a referral center that sends its patients to this center. */
export async function newReferralCenter(center: Buyer): Promise<Buyer> {
  const buyer = await newClinic(5);
  const { token } = await openSession('super');
  const path = `/api/v1/rhc-association/update-association/${buyer.id}/`;
  await done(postJson(`${baseUrl()}${path}`, { rhc_hc_ids: String(center.id) }, token));
  return buyer;
}

/** Creates a patient of this center who may order the own vials, without a location or a card. */
export function newOrderingPatient(center: Buyer): Promise<Buyer> {
  return newOrdering(2, center);
}

/** Creates a donor of this center who may order the own vials. */
export function newOrderingDonor(center: Buyer): Promise<Buyer> {
  return newOrdering(12, center);
}

async function newOrdering(plan: 2 | 12, center: Buyer): Promise<Buyer> {
  const place = { address1: '3 Elm Court', city: 'Austin', state_desc: 'Texas', country_desc: 'United States' };
  const member = await newUser(2, place);
  const { token } = await openSession('super');
  const path = `/api/v1/users/${member.id}/`;
  await done(patchJson(`${baseUrl()}${path}`, { subscription: plan, tags: [1], harvest_center: center.id }, token));
  return agreed(member);
}

/** Creates a staff member of this center. */
export async function newStaff(center: Buyer): Promise<Buyer> {
  const staff = await newUser(9);
  const { token } = await openSession('super');
  await done(patchJson(`${baseUrl()}/api/v1/hc-staff/${staff.id}/`, { staff_hc_ids: String(center.id) }, token));
  return agreed(staff);
}

type Made = { id: number; email: string };

async function withSalesRep(made: Made): Promise<Buyer> {
  const [admin, rep] = await Promise.all([openSession('super'), openSession('rep3')]);
  await done(patchJson(`${baseUrl()}/api/v1/users/${made.id}/`, { sales_rep: rep.user.id }, admin.token));
  return agreed(made);
}

async function agreed({ id, email }: Made): Promise<Buyer> {
  const { token } = await openSession(email);
  const accepted = { check_agreement: '2026-11-15 09:00:00.000Z' };
  await done(patchJson(`${baseUrl()}/api/v1/users/${id}/`, accepted, token));
  return { id, email, token };
}

async function done(call: Promise<Answered>): Promise<void> {
  const { status, body } = await call;
  if (status !== 200) throw new Error(`A buyer could not be made: ${status} ${JSON.stringify(body)}`);
}

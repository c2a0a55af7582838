import { anyOf } from '../../../kernel/db/any-of.ts';
import type { Db } from '../../../kernel/db/db.ts';
import type { LabelRequest, ShippingParty } from '../../../ports/carrier.ts';
import type { LabelRow } from '../labels.queries.ts';
import { countryCodeOf, stateCodeOf } from './place-codes.ts';

/** Tissue is shipped with cold packs and must not freeze, so there is no dry ice to declare. */
const WEIGHT_POUNDS = 8;

/**
 * The shipment runs from the address of the request to the lab of its patients, or to the center's lab where no patient
 * has one. Null where either end has no address that a label can carry.
 */
export async function shipmentOf(db: Db, label: LabelRow, day: string): Promise<LabelRequest | null> {
  const lab = await labOf(db, label);
  const to = lab && buildShippingParty({ ...lab, person: 'Receiving' });
  const from = buildShippingParty({
    person: label.doctor_name || label.representative,
    company: label.requester_company,
    phone: label.doctor_phone || label.requester_phone,
    address1: label.address1,
    address2: label.address2,
    city: label.city,
    state_desc: label.state_desc,
    zip_code: label.zip_code,
    country_desc: label.country_desc,
  });
  if (!from || !to) return null;
  // The carrier does not accept a ship date in the past.
  const handedOver = label.label_date < day ? day : label.label_date;
  return {
    reference: `label-${label.id}`,
    from,
    to,
    day: handedOver,
    weightPounds: WEIGHT_POUNDS,
    dryIceKilograms: null,
  };
}

async function labOf(db: Db, label: LabelRow) {
  return db
    .selectFrom('active_relations')
    .innerJoin('users as lab', 'lab.id', 'active_relations.object_id')
    .select([
      'lab.company',
      'lab.phone_number as phone',
      'lab.address1',
      'lab.address2',
      'lab.city',
      'lab.state_desc',
      'lab.zip_code',
      'lab.country_desc',
    ])
    .where('active_relations.kind', '=', 'lab')
    .where('active_relations.subject_id', '=', anyOf([...label.patients.map(({ id }) => id), label.center_id]))
    .where('lab.removed_at', 'is', null)
    .orderBy((eb) => eb('active_relations.subject_id', '=', label.center_id))
    .orderBy('active_relations.id')
    .executeTakeFirst();
}

type Written = {
  person: string;
  company: string;
  phone: string;
  address1: string;
  address2: string;
  city: string;
  state_desc: string;
  zip_code: string;
  country_desc: string;
};

/** An end of a shipment; null where its address is not one that a label can carry. */
export function buildShippingParty(end: Written): ShippingParty | null {
  const countryCode = countryCodeOf(end.country_desc);
  const stateCode = countryCode && stateCodeOf(end.state_desc, countryCode);
  if (countryCode === null || stateCode === null || !end.address1 || !end.city || !end.zip_code) return null;
  return {
    person: end.person,
    company: end.company,
    phone: end.phone,
    address: {
      lines: [end.address1, end.address2],
      city: end.city,
      stateCode,
      postalCode: end.zip_code,
      countryCode,
    },
  };
}

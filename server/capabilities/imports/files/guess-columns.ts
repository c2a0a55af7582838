import { type ImportKind, importFields } from '@vialkeep/contract/import-fields.ts';

/** Headers of other systems, without spaces and signs. */
const synonyms: Readonly<Record<string, string>> = {
  id: 'key',
  externalid: 'key',
  patientid: 'patient',
  mail: 'email',
  emailaddress: 'email',
  firstname: 'first_name',
  givenname: 'first_name',
  lastname: 'last_name',
  surname: 'last_name',
  familyname: 'last_name',
  clinic: 'company',
  clinicname: 'company',
  phone: 'phone_number',
  telephone: 'phone_number',
  mobile: 'phone_number',
  address: 'address1',
  street: 'address1',
  state: 'state_desc',
  country: 'country_desc',
  zip: 'zip_code',
  postalcode: 'zip_code',
  membership: 'plan',
  subscription: 'plan',
  role: 'plan',
  joined: 'date_joined',
  active: 'is_active',
  harvestcenter: 'center',
  referralharvestcenter: 'referral_center',
  salesrep: 'rep',
  salesmanager: 'manager',
  salesdistributor: 'distributor',
  salesaffiliate: 'affiliate',
  trackingnumber: 'tracking_id',
  tracking: 'tracking_id',
  vialcodes: 'codes',
  notes: 'note',
  count: 'quantity',
  qty: 'quantity',
  user: 'patient',
  customer: 'buyer',
  total: 'amount',
  price: 'amount',
  coupon: 'coupon_code',
  last4: 'card_last4',
  documenttype: 'kind',
  documentkind: 'kind',
  signed: 'signed_on',
  datesigned: 'signed_on',
  signeddate: 'signed_on',
  signedat: 'signed_on',
  filename: 'file',
  pdf: 'file',
  pdffile: 'file',
  clinicid: 'center',
  labeldate: 'label_date',
  dateshipped: 'label_date',
  delivered: 'delivered_on',
  deliverydate: 'delivered_on',
  datedelivered: 'delivered_on',
  trackingurl: 'tracking_link',
  shippingaddress: 'address',
};

/** The field of each header: as an earlier import of the site had it, or by its name. A field is guessed once. */
export function guessColumns(
  kind: ImportKind,
  headers: readonly string[],
  earlier: Readonly<Record<string, string | null>>,
): Record<string, string | null> {
  const names = new Map(importFields[kind].map(({ name }) => [bare(name), name]));
  const known = new Set(importFields[kind].map(({ name }) => name));
  const taken = new Set<string>();
  const guessed = headers.map((header): [string, string | null] => {
    const synonym = synonyms[bare(header)];
    const field = [earlier[header], names.get(bare(header)), synonym].find(
      (name) => typeof name === 'string' && known.has(name) && !taken.has(name),
    );
    if (field) taken.add(field);
    return [header, field ?? null];
  });
  return Object.fromEntries(guessed);
}

function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

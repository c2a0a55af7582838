import type { ListedPatient, TabledPatient, UnnamedPatient } from '@vialkeep/contract/patients.ts';
import type { z } from 'zod';
import type { ContactRow, ListedRow, RelatedAccounts } from './patients.queries.ts';
import { presentProcessing } from './processing.queries.ts';

export function presentListed(row: ListedRow, around: RelatedAccounts): z.input<typeof ListedPatient> {
  return {
    ...presentWithoutIdentity(row, around),
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
  };
}

type Tabled = z.input<typeof TabledPatient>;

/** Shows the name and the status of a document, never its id (W-04). */
export function presentTabled(
  row: ContactRow,
  around: RelatedAccounts,
  { documents, sales_rep }: Pick<Tabled, 'documents' | 'sales_rep'>,
): Tabled {
  return {
    ...presentListed(row, around),
    phone_number: row.phone_number,
    address1: row.address1,
    address2: row.address2,
    city: row.city,
    state_desc: row.state_desc,
    zip_code: row.zip_code,
    documents: documents.map(({ name, status }) => ({ name, status })),
    sales_rep,
  };
}

/** Leaves the identity of the patient out (S-20). */
export function presentWithoutIdentity(row: ListedRow, around: RelatedAccounts): z.input<typeof UnnamedPatient> {
  const referral = [...(around.referralCenters.get(row.id) ?? [])];
  return {
    ...presentProcessing(row),
    id: row.id,
    date_joined: row.date_joined.toISOString(),
    domain: { id: row.domain_id, name: row.domain_name },
    vials_available: around.vials.get(row.id)?.available ?? 0,
    vials_shipped: around.vials.get(row.id)?.shipped ?? 0,
    hc_desc: [...(around.centers.get(row.id) ?? [])],
    rhc_desc: referral,
    referral_hc_desc: referral,
  };
}

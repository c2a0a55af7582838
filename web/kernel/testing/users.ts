import { ListedUser, UserDetails } from '@vialkeep/contract/users.ts';

const person = {
  id: 1028,
  first_name: 'Ana',
  last_name: 'Whitfield',
  email: 'ana@vialkeep.test',
  company: '',
  phone_number: '+1 555 0128',
  address1: '',
  address2: '',
  city: '',
  state_desc: '',
  country_desc: '',
  zip_code: '',
  domain: { id: 1, name: 'Vialkeep' },
  tags: [],
  date_joined: '2026-01-05T10:00:00.000Z',
  last_login: null,
  template_id: null,
  related_users: [],
  sales_rep: null,
  sales_manager: null,
  sales_distributor: null,
  sales_affiliate: null,
  processing: null,
  vials_available: null,
  vials_shipped: null,
  may: ['edit'],
};

/** A row of the users list with defaults; a test sets only the fields that it needs. */
export function listedUser(about: Record<string, unknown> = {}): ListedUser {
  return ListedUser.parse({
    ...person,
    subscription: 2,
    subscription_name: 'General Member',
    document_id: null,
    documents: [],
    hc_desc: [],
    rhc_desc: [],
    hc_staff: [],
    awaits_review: false,
    auth_customer_payment_profile_id: null,
    auth_customer_profile_id: null,
    ...about,
  });
}

/** The same for the user of the edit form. */
export function userDetails(about: Record<string, unknown> = {}): UserDetails {
  return UserDetails.parse({
    ...person,
    username: 'Ana Whitfield',
    subscription: { id: 2, name: 'General Member' },
    is_active: true,
    processing_lab: null,
    version: 3,
    may_become: [2, 12],
    ...about,
  });
}

/** A related user. */
export function related(id: number, subscription: number, about: Record<string, unknown> = {}) {
  const name = { first_name: 'First', last_name: `Last ${id}` };
  return { id, subscription, ...name, company: '', email: `${id}@vialkeep.test`, related_users: [], ...about };
}

export const processing = {
  lab_id: 'CB-77028',
  date_adipose_shipped_to_lab: '2026-03-10',
  date_adipose_received_by_lab: '2026-03-12',
  estimated_date_vials_ready_to_ship: '2026-04-26',
  estimated_date_set_manually: false,
  number_times_qc_done: '2',
  stemcell_plating_initiated_date: null,
  stemcell_plating_successful: null,
  date_vials_ready_to_ship: null,
  vials_preparation: 2,
  hla_typing_test: 1,
  sterility_start_date: null,
  sterility_end_date: null,
  sterility_complete: null,
};

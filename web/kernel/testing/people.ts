import { SessionUser } from '@vialkeep/contract/session.ts';

/** A stored user with defaults; a test sets only the fields that it needs. */
export function member(about: Record<string, unknown> = {}): SessionUser {
  return SessionUser.parse({
    id: 412,
    username: 'Maria Stein',
    first_name: 'Maria',
    last_name: 'Stein',
    company: 'North Clinic',
    phone_number: '',
    email: 'hc@vialkeep.test',
    address1: '',
    address2: '',
    city: '',
    state_desc: '',
    country_desc: '',
    zip_code: '',
    template_id: null,
    document_id: null,
    hc_logo: null,
    date_joined: '2026-01-05',
    last_login: null,
    subscription: { id: 4, name: 'Harvest Center' },
    tags: [],
    saless_rep_id: null,
    hc_desc: [],
    rhc_desc: [],
    referral_hc_desc: [],
    harvest_center_temporal: null,
    domain: { id: 1, name: 'Vialkeep' },
    check_agreement: null,
    vials_preparation: null,
    vials_available: null,
    auth_customer_payment_profile_id: null,
    ...about,
  });
}

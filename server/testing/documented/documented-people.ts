import { address, type DocumentedBody, id, password } from './documented-body.ts';

const noAddress = { address1: '', address2: '', city: '', state_desc: '', country_desc: '', zip_code: '' };
const person = { first_name: 'Ana', last_name: 'Stein', email: 'ana@example.org' };

const processing = {
  lab_id: 'L-1',
  processing_lab: id,
  date_adipose_shipped_to_lab: '2026-01-02',
  date_adipose_received_by_lab: '2026-01-03',
  estimated_date_vials_ready_to_ship: '2026-02-17',
  number_times_qc_done: '2',
  stemcell_plating_initiated_date: '2026-01-05',
  stemcell_plating_successful: 1,
  date_vials_ready_to_ship: '2026-03-01',
  vials_preparation: 5,
  hla_typing_test: 2,
  sterility_start_date: '2026-01-10',
  sterility_end_date: '2026-01-24',
  sterility_complete: true,
};
const noProcessing = Object.fromEntries(Object.keys(processing).map((name) => [name, '']));
const belongs = { harvest_center_temporal: id, referral_harvest_center_temporal: id };
const belongsNowhere = { harvest_center_temporal: '', referral_harvest_center_temporal: '' };
const patient = { ...person, username: 'ana@example.org', ...processing, ...belongs };
const noPatientData = { username: '', ...noProcessing, ...belongsNowhere };

const profile = {
  ...person,
  ...address,
  company: 'Stein Clinic',
  phone_number: '+1 555 0100',
  template_id: 't-1',
  hc_logo: 'a.png',
  check_agreement: '1/2/2026, 10:00:00 AM',
  document_id: 'd-1',
  auth_customer_payment_profile_id: 'p-1',
  subscription: 4,
  tags: [1],
  related_users: [id],
  ...processing,
  harvest_center: id,
  referral_harvest_center: id,
  sales_affiliate: id,
  sales_rep: id,
  sales_manager: id,
  sales_distributor: id,
  available: 1,
  shipped: 1,
  user_id: id,
};
const noProfile = {
  ...noAddress,
  company: '',
  template_id: '',
  hc_logo: '',
  document_id: '',
  auth_customer_payment_profile_id: '',
  tags: [],
  related_users: [],
  ...noProcessing,
  harvest_center: '',
  referral_harvest_center: '',
  sales_affiliate: '',
  sales_rep: '',
  sales_manager: '',
  sales_distributor: '',
  available: '',
  shipped: '',
  user_id: '',
};
const clinic = { ...person, ...address, password, company: 'Stein Clinic', phone_number: '+1 555 0100' };

/** Accounts, sign-ups and teams. */
export const documentedPeople: readonly DocumentedBody[] = [
  { call: 'login', path: '/api/admin/login/', complete: { email: 'a@example.org', password } },
  { call: 'loginAsUser', path: '/api/v1/users/login-as-user/', complete: { user_id: id } },
  {
    call: 'generateLoginAsUserToken',
    path: '/api/admin/users/generate-login-as-user-token/',
    complete: { user_id: id },
  },
  {
    call: 'createPatient',
    path: '/api/v1/users/',
    complete: { ...patient, subscription: 2, saless_rep_id: id, password },
    empty: { ...noPatientData, saless_rep_id: '', password: '' },
  },
  { call: 'updatePatient', path: '/api/v1/users/:id/', complete: patient, empty: noPatientData },
  { call: 'updateUser', path: '/api/v1/users/:id/', complete: profile, empty: noProfile },
  { call: 'updateUserDirect', path: '/api/v1/users/update/:id/', complete: profile, empty: noProfile },
  {
    call: 'addUser',
    path: '/api/v1/users/add-user/',
    complete: { ...clinic, subscription: 4, related_users: [], documents: [], domain: 1 },
    empty: { ...noAddress, company: '', phone_number: '' },
  },
  {
    call: 'updatePassword',
    path: '/api/v1/users/update-password/:id/',
    complete: { password_current: 'x', password_new: password, password_confirmation: password },
  },
  {
    call: 'updatePassword',
    path: '/api/v1/users/update-password/:id/',
    complete: { user_id: id, new_password_change: password },
  },
  {
    call: 'changePassword',
    path: '/api/v1/users/change-password/',
    complete: { password_current: 'x', password_new: password, password_confirmation: password },
  },
  { call: 'resetPassword', path: '/api/v1/users/reset-password/', complete: { email: 'a@example.org' } },
  { call: 'emailExists', path: '/api/v1/users/email-exists/', complete: { email: 'a@example.org' } },
  {
    call: 'createHarvestCenter',
    path: '/api/v1/harvest-centers/',
    complete: { ...clinic, subscription: 4, template_id: 't-1', document_id: 'd-1', saless_rep_id: String(id) },
    empty: { address2: '', zip_code: '', template_id: '', document_id: '', saless_rep_id: '' },
  },
  {
    call: 'createHarvestCenter',
    path: '/api/v1/harvest-centers/',
    complete: { ...clinic, subscription: 5, saless_rep_id: String(id), hc_id: String(id) },
    empty: { address2: '', saless_rep_id: '', hc_id: '' },
  },
  {
    call: 'createHarvestCenter',
    path: '/api/v1/harvest-centers/',
    complete: { ...clinic, subscription: 9, staff_hc_ids: String(id) },
    empty: { address2: '', zip_code: '', staff_hc_ids: '' },
  },
  {
    call: 'createHarvestCenter',
    path: '/api/v1/harvest-centers/',
    complete: { ...person, company: 'Stein Clinic', password, subscription: 4 },
    empty: { password: '' },
  },
  {
    call: 'addSalesRep',
    path: '/api/v1/sales-rep/',
    complete: { ...person, ...address, password, subscription: 3 },
    empty: noAddress,
  },
  {
    call: 'addSalesRep',
    path: '/api/v1/sales-rep/',
    complete: {
      ...person,
      password,
      subscription: 3,
      sales_manager_id: id,
      generate_password: true,
      send_new_sales_team: true,
    },
    empty: { password: '', sales_manager_id: '' },
  },
  {
    call: 'addSalesManager',
    path: '/api/v1/sales-managers/',
    complete: {
      ...person,
      subscription: 6,
      sales_distributor_id: id,
      generate_password: true,
      send_new_sales_team: true,
      password,
    },
    empty: { sales_distributor_id: '', password: '' },
  },
  {
    call: 'updateStaff',
    path: '/api/v1/hc-staff/:id/',
    complete: { staff_hc_ids: '7,8' },
    empty: { staff_hc_ids: '' },
  },
  { call: 'removeStaff', path: '/api/v1/hc-staff/remove-user/', complete: { user_id: id, hc_id: id } },
  { call: 'accessCenter', path: '/api/v1/hc-staff/access/', complete: { user_id: id } },
  {
    call: 'updateReferralAssociation',
    path: '/api/v1/rhc-association/update-association/:id/',
    complete: { rhc_hc_ids: '7,8' },
    empty: { rhc_hc_ids: '' },
  },
  {
    call: 'sendPatientPassword',
    path: '/api/v1/utilities/reset-user-password/',
    complete: { user_id: id, user_name: 'Ana Stein' },
    empty: { user_name: '' },
  },
  {
    call: 'uploadHcLogo',
    path: '/api/v1/utilities/upload-hc-logo/',
    complete: { filename: 'a.png' },
    empty: { filename: '' },
  },
  {
    call: 'addCustomSiteAdmin',
    path: '/domain/white-label/admin/',
    complete: { ...person, phone: '+1 555 0100', password, subscription: 7, domain: 2, related_users: [] },
    empty: { phone: '' },
  },
];

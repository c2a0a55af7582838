type Json = Readonly<Record<string, unknown>>;

export type DocumentedBody = {
  /** The constant of the call in the contract. */
  readonly call: string;
  readonly path: string;
  /** Everything the specification lists, filled in. */
  readonly complete: Json;
  /** The same fields as a client sends them that were left empty: '', {} or []. */
  readonly empty?: Json;
};

const id = 7;
const address = {
  address1: '1 Main Street',
  address2: 'Suite 2',
  city: 'Austin',
  state_desc: 'Texas',
  country_desc: 'United States',
  zip_code: '78701',
};
const noAddress = { address1: '', address2: '', city: '', state_desc: '', country_desc: '', zip_code: '' };
const person = { first_name: 'Ana', last_name: 'Stein', email: 'ana@example.org' };
const password = 'A-good-password-1';

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

const place = {
  company: 'Stein Clinic',
  address1: '1 Main Street',
  address2: 'Suite 2',
  city: 'Austin',
  state: 'Texas',
  country_desc: 'United States',
  country_code: 'US',
  zip_code: '78701',
};
const order = {
  first_name: 'Ana',
  last_name: 'Stein',
  email: 'ana@example.org',
  patient_id: id,
  harvest_center_temporal: id,
  harvest_center_email: 'hc@example.org',
  harvest_center_name: 'Stein Clinic',
  harvest_center_phone: '+1 555 0100',
  saless_rep_id: id,
  sales_manager_id: id,
  sales_distributor_id: id,
  coupon_code: 'WELCOME',
  credit_card: {
    full_name: 'Ana Stein',
    card_number: '4111111111111111',
    cvc: '123',
    expiration_date_tmp: '2035-01-01T00:00:00.000Z',
    expiration_date: `${new Date().getUTCFullYear() + 2}-1`,
  },
  addressInfo: place,
  shippingInfo: place,
  auth_customer_profile_validation: 'c-1',
  auth_customer_payment_profile_validation: 'p-1',
  product_amount: 219,
  product_id: 12,
  product_name: 'Office Pop-up Banner',
  product_description: 'A banner.',
  product_quantity: 1,
  invoice_id: 1_000_001,
  shipping_fee: 'yes',
  total_amount: 219,
  shipping_date: '2026-11-20',
  coupon_id: id,
  coupon_code_used: 'WELCOME',
  coupon_code_amount: 100,
  order_description: 'Harvest Center Office Pop-up Banner',
};
const emptyOrder = {
  first_name: '',
  last_name: '',
  email: '',
  patient_id: '',
  harvest_center_temporal: '',
  harvest_center_email: '',
  harvest_center_name: '',
  harvest_center_phone: '',
  saless_rep_id: '',
  sales_manager_id: '',
  sales_distributor_id: '',
  coupon_code: '',
  credit_card: {},
  shippingInfo: {},
  auth_customer_profile_validation: '',
  auth_customer_payment_profile_validation: '',
  product_name: '',
  product_description: '',
  shipping_date: '',
  coupon_id: '',
  coupon_code_used: '',
  coupon_code_amount: '',
  order_description: '',
};
const atCenter = {
  rhc_transaction: false,
  subscription: 2,
  phone_number: '+1 555 0101',
  password,
  create_patient: false,
  required_signature: false,
  referral_harvest_center_temporal: id,
  harvest_center_temporal_id: id,
  harvest_center_billing_email: 'bill@example.org',
  template_id: 't-1',
  hc_staff_id: id,
};
const nothingAtCenter = {
  phone_number: '',
  password: '',
  referral_harvest_center_temporal: '',
  harvest_center_temporal_id: '',
  harvest_center_billing_email: '',
  template_id: '',
  hc_staff_id: '',
};
/** Every field of a card and of an address there, and nothing in any. */
const blankParts = {
  credit_card: { full_name: '', card_number: '', cvc: '', expiration_date_tmp: '', expiration_date: '' },
  shippingInfo: Object.fromEntries(Object.keys(place).map((name) => [name, name === 'company' ? 'Stein Clinic' : ''])),
};

const card = {
  card_holder: 'Ana Stein',
  card_number: '4111111111111111',
  expiration_date: `${new Date().getUTCFullYear() + 2}-01`,
  cvv: '123',
  customer_profile_id: 'c-1',
  user_id: id,
  default: true,
};
const coupon = {
  name: 'Autumn',
  code: 'AUTUMN',
  max_use_number: 0,
  discount_amount: 75.5,
  status: 1,
  product_ids: '2,3',
  harvest_center: id,
  domain: 1,
};
const emptyCoupon = { product_ids: '', harvest_center: '', domain: '' };
const asset = {
  asset_name: 'Guide',
  description: 'How to.',
  membership_ids: '3,4',
  domain_id: 1,
  sections: [{ url: '/dashboard' }],
  assets: [
    { path: 'https://example.org', type: 1, name: 'Map' },
    { path: 'a.pdf', type: 2, name: 'Sheet' },
  ],
};
const emptyAsset = { membership_ids: '', domain_id: '', sections: [], assets: [] };
const emptyLink = { ...emptyAsset, assets: [{ path: 'https://example.org', type: 1, name: '' }] };
const label = { tracking_number: '7946', tracking_link: 'https://example.org/7946', pdf_file: 'a.pdf' };
const clinic = { ...person, ...address, password, company: 'Stein Clinic', phone_number: '+1 555 0100' };
const location = { location_name: 'Main', ...address, default: true, user: id };
const vial = {
  type: 'shipped',
  date: '2026-01-02',
  quantity: 1,
  tracking_id: '7946',
  note: 'x',
  user: id,
  user_id: id,
};
const signer = { userId: id, email: 'a@example.org' };
const byWhom = { complete: { user: id }, empty: { user: '' } };

/**
 * The bodies of the documented calls, each complete and with its optional fields empty. A field that a form requires is in
 * `complete` alone. A call with two bodies has two lines.
 */
export const documentedBodies: readonly DocumentedBody[] = [
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
  { call: 'checkOutOwnVials', path: '/api/v1/users/patient/checkout/', complete: order, empty: emptyOrder },
  {
    call: 'checkOut',
    path: '/auth/payment/',
    complete: { ...order, ...atCenter },
    empty: { ...emptyOrder, ...nothingAtCenter },
  },
  { call: 'checkOut', path: '/auth/payment/', complete: { ...order, ...atCenter }, empty: blankParts },
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
    call: 'addVialEntry',
    path: '/api/v1/vials-history/',
    complete: vial,
    empty: { tracking_id: '', note: '', user_id: '' },
  },
  {
    call: 'addVialEntry',
    path: '/api/v1/vials-history/',
    complete: { ...vial, type: 'added', tracking_id: '' },
    empty: { note: '', user: '' },
  },
  {
    call: 'editVialEntry',
    path: '/api/v1/vials-history/:id/',
    complete: { quantity: 1, note: 'x', user: id, type: 'shipped', tracking_id: '7946' },
    empty: { note: '', tracking_id: '', user: '' },
  },
  { call: 'signLinkForSignUp', path: '/auth/esign/', complete: { name: 'Ana Stein', email: 'a@example.org' } },
  {
    call: 'requestSignatures',
    path: '/api/v1/documents/send/',
    complete: {
      harvest_center_id: id,
      template_id: 't-1',
      nameHC: 'Clinic',
      emailHC: 'hc@example.org',
      name: 'Ana Stein',
      email: 'a@example.org',
    },
    empty: { harvest_center_id: '', template_id: '', nameHC: '', emailHC: '' },
  },
  {
    call: 'fileSignedDocuments',
    path: '/api/v1/documents/upload/',
    complete: {
      name: 'Ana Stein',
      harvest_center_id: id,
      email: 'a@example.org',
      attestation: 'a.pdf',
      processing: 'b.pdf',
      storage: 'c.pdf',
    },
    empty: { harvest_center_id: '', attestation: '', processing: '', storage: '' },
  },
  {
    call: 'signLinkForPatient',
    path: '/api/v1/documents/sign-link-patient/',
    complete: {
      patientId: id,
      docId: 'd-1',
      docType: 'storage',
      email: 'a@example.org',
      patientName: 'Ana Stein',
      hcId: id,
      hcName: 'Clinic',
      hcEmail: 'hc@example.org',
      attestationTemplateId: 't-1',
    },
    empty: { docId: '', email: '', patientName: '', hcId: '', hcName: '', hcEmail: '', attestationTemplateId: '' },
  },
  {
    call: 'completePatientDocument',
    path: '/api/v1/documents/patient-signed-document/',
    complete: { documentId: 'd-1', userId: id },
    empty: { userId: '' },
  },
  {
    call: 'signLinkForAttestation',
    path: '/api/v1/documents/harvest-center/attestation/',
    complete: { ...signer, name: 'ana', docId: 'd-1' },
    empty: { name: '', email: '', docId: '' },
  },
  { call: 'linkDocument', path: '/api/admin/documents/:id/', complete: { patient: id } },
  {
    call: 'uploadSignedDocument',
    path: '/api/v1/documents/process-file/',
    complete: { filename: 'a.pdf' },
    empty: { filename: '' },
  },
  { call: 'createCoupon', path: '/api/v1/coupon-codes/', complete: coupon, empty: emptyCoupon },
  { call: 'updateCoupon', path: '/api/admin/coupon-codes/:id/', complete: coupon, empty: emptyCoupon },
  {
    call: 'validateCoupon',
    path: '/api/v1/coupon-codes/validate-code/',
    complete: { code: 'AUTUMN', product_id: 3, harvest_center_id: id },
    empty: { code: '', harvest_center_id: '' },
  },
  {
    call: 'updateTransaction',
    path: '/api/admin/transactions/:id/',
    complete: {
      product_id: 3,
      quantity: 1,
      amount: 100,
      harvest_center: id,
      patient: id,
      sales_rep: id,
      referral_harvest_center: id,
      commission_paid: true,
      transaction_note: 'Corrected.',
    },
    empty: { harvest_center: '', patient: '', sales_rep: '', referral_harvest_center: '' },
  },
  { call: 'listCards', path: '/api/v1/billing-profiles/get-profile/', complete: { user_id: id } },
  {
    call: 'addCard',
    path: '/api/v1/billing-profiles/create-profile/',
    complete: card,
    empty: { customer_profile_id: '', user_id: '' },
  },
  {
    call: 'addFirstCard',
    path: '/api/v1/billing-profiles/create-customer-profile/',
    complete: { ...card, customer_profile_id: null },
    empty: { customer_profile_id: '', user_id: '' },
  },
  {
    call: 'deleteCard',
    path: '/api/v1/billing-profiles/delete-profile/',
    complete: { profile_id: 'c-1', payment_id: 'p-1' },
    empty: { profile_id: '' },
  },
  {
    call: 'requestLabel',
    path: '/api/v1/fedex-requests/',
    complete: {
      harvest_center: id,
      harvest_center_name: 'Clinic',
      harvest_center_email: 'hc@example.org',
      harvest_center_representative: 'Ana Stein',
      doctor: id,
      doctor_name: 'Dr. Stein',
      doctor_email: 'dr@example.org',
      doctor_phone: '+1 555 0100',
      patients_ids: '7,8',
      other_patient_name: 'Bo Reyes',
      label_date: '2026-11-20',
      ...address,
    },
    empty: {
      harvest_center: '',
      harvest_center_name: '',
      doctor: '',
      doctor_name: '',
      doctor_email: '',
      doctor_phone: '',
      patients_ids: '',
      label_date: '',
      address2: '',
    },
  },
  { call: 'updateLabel', path: '/api/admin/fedex-requests/:id/', complete: label, empty: { pdf_file: '' } },
  {
    call: 'updateLabelAndNotify',
    path: '/api/v1/fedex-requests/update-sent-notification/:id/',
    complete: label,
    empty: { pdf_file: '' },
  },
  { call: 'sendLabelNotification', path: '/api/v1/fedex-requests/send-notification/', complete: { fedex_id: id } },
  {
    call: 'uploadLabelFile',
    path: '/api/v1/fedex-requests/process-file/',
    complete: { filename: 'a.pdf', type: 'fedexlabel' },
    empty: { filename: '', type: '' },
  },
  {
    call: 'createLocation',
    path: '/api/v1/locations/',
    complete: location,
    empty: { location_name: '', address2: '', zip_code: '', user: '' },
  },
  {
    call: 'updateLocation',
    path: '/api/v1/locations/:id/',
    complete: location,
    empty: { location_name: '', address2: '', zip_code: '', user: '' },
  },
  { call: 'updateLocation', path: '/api/v1/locations/:id/', complete: { default: true } },
  {
    call: 'updateDefaultLocation',
    path: '/api/v1/locations/update-default/',
    complete: { location_id: id, user_id: id },
  },
  {
    call: 'updateStaff',
    path: '/api/v1/hc-staff/:id/',
    complete: { staff_hc_ids: '7,8' },
    empty: { staff_hc_ids: '' },
  },
  { call: 'removeStaff', path: '/api/v1/hc-staff/remove-user/', complete: { user_id: id, hc_id: id } },
  { call: 'accessCenter', path: '/api/v1/hc-staff/access/', complete: { user_id: id } },
  { call: 'createAsset', path: '/api/v1/assets/', complete: asset, empty: emptyAsset },
  {
    call: 'updateAsset',
    path: '/api/admin/assets/:id/',
    complete: { ...asset, assets_remove: [id] },
    empty: { ...emptyLink, assets_remove: [] },
  },
  { call: 'listSuggestedResources', path: '/api/v1/assets/subscription/:id/section/', complete: { url: '/dashboard' } },
  {
    call: 'uploadAssetFile',
    path: '/api/v1/assets/process-file/',
    complete: { filename: 'a.pdf', type: 'processing' },
    empty: { filename: '', type: '' },
  },
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
    call: 'resendSignatureRequest',
    path: '/api/v1/utilities/send-patient-sign-email/',
    complete: { user_email: 'a@example.org', user_name: 'Ana Stein', doc_id: 'd-1' },
    empty: { user_email: '', user_name: '' },
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
  {
    call: 'createCustomSite',
    path: '/domain/white-label/',
    complete: { name: 'Coastline', url: 'https://coast.example.org' },
  },
  {
    call: 'configureCustomSite',
    path: '/domain/white-label/config/',
    complete: { description: 'Site for Coastline', email_sender: 'a@example.org', domain: '2' },
    empty: { description: '' },
  },
  { call: 'createFolder', path: '/domain/server-config/:id/create_folder/', ...byWhom },
  { call: 'createDomainFile', path: '/domain/server-config/:id/create_domain_file/', ...byWhom },
  { call: 'createSslFile', path: '/domain/server-config/:id/create_ssl_file/', ...byWhom },
  { call: 'checkUp', path: '/domain/server-config/:id/check_up/', ...byWhom },
];

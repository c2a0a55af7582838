/*
 * The path of every page in the router's syntax: `/lab/{-$id}` is the specification's `/lab/:id?`. Links and the lists of
 * pages import it as the namespace `addresses`. It imports no screen, so that a link does not load the screen behind it.
 */
export const login = '/';
export const forgotPassword = '/forgot-password';
export const invitation = '/invitation';
export const notMe = '/not-me';
export const unauthorized = '/unauthorized';

export const dashboard = '/dashboard';
export const profile = '/profile';
export const centerProfile = '/hc-profile';
export const password = '/password';
export const contact = '/contact';
export const settings = '/settings';
export const connections = '/connections';
export const documentation = '/connections/documentation';
export const secondFactor = '/second-factor';
export const emailNotConfirmed = '/email-not-confirmed';
export const whoSawMyRecord = '/who-saw-my-record';
export const emailConfirm = '/email-confirm';
export const emailApprove = '/email-approve';
export const emailUndo = '/email-undo';
export const locations = '/hc-locations';
export const cards = '/hc-payments';

export const imports = '/imports';
export const oneImport = '/imports/$id';
export const inactiveUsers = '/inactive-users';
export const commissionLines = '/money/commissions';
export const commissionPlans = '/money/plans';
export const journal = '/money/journal';
export const money = '/money';
export const moneyOverview = '/money/overview';
export const reconciliation = '/money/reconciliation';
export const moneySettings = '/money/settings';
export const refunds = '/money/refunds';
export const payouts = '/money/payouts';
export const storagePlans = '/money/storage';
export const security = '/security';
export const securityOpenings = '/security/openings';
export const securitySessions = '/security/sessions';
export const securityInspections = '/security/inspections';
export const privacyRequests = '/security/privacy';
export const identityPolicy = '/security/policy';
export const coupons = '/coupon-manager';
export const customSites = '/custom-site-registration';
export const resourceCenter = '/resource-center';
export const assetsManager = '/assets-manager';

export const staff = '/staff-view';
export const staffLinks = '/hc-staff-manager';
export const referralLinks = '/rhc-manager';
export const lab = '/lab/{-$id}';
export const harvestCenters = '/harvest-centers';
export const referralCenters = '/referral-harvest-centers';
export const addSalesRep = '/add-sales-rep';
export const addSalesManager = '/add-sales-manager';
export const teamReps = '/all-manager-sr-team';

export const patient = '/patients/$id';
export const repPatients = '/patients';
export const managerPatients = '/all-patients-team';
export const distributorPatients = '/all-manager-patients-team';
export const referralPatients = '/referral-patients';
export const labCenterPatients = '/lab/$lab_id/harvest-center/{-$harvestcenter_id}';

export const processingFee = '/harvest-center/checkout/processing-fee';
export const referralFee = '/harvest-center/checkout/harvest-fee';
export const product = '/harvest-center/checkout/product/{-$id}';
export const patientVials = '/checkout/patient-vials';
export const requestLabel = '/fedex-request-label';
export const requestReferralLabel = '/fedex-request-label-rhc';
export const labelRequests = '/fedex-requests';

export const allTransactions = '/all-transaction-report';
export const centerHistory = '/hc-transaction-history';
export const myCommissions = '/my-commissions';
export const billing = '/billing';
export const repReport = '/my-transaction-report';
export const managerReport = '/team-transaction-report';
export const distributorReport = '/manager-teams-transaction-report';

export const requestSignatures = '/request-patients-signatures';
export const uploadDocuments = '/upload-patient-documents';
export const patientsSignatures = '/patients-signatures';
export const patientsDocuments = '/documents/patients';
export const centerDocuments = '/documents/harvest-centers';
export const guestSigning = '/sign-your-document';
export const sign = '/sign/$signingId';
export const verify = '/verify';
export const inspection = '/inspection';
export const patientCompleted = '/patient-signed-completed-message';
export const guestCompleted = '/patient-signed-completed-message-from-email';
export const centerCompleted = '/hc-signed-completed-message';
export const signUpCompleted = '/signed-completed-message';

export const signUpSalesRep = '/sales-rep-registration';
export const signUpSalesManager = '/sales-manager-registration';
export const signUpSalesDistributor = '/sales-distributor-registration';
export const signUpAdmin = '/admin-registration-process';
export const signUpHarvestCenter = '/harvest-center-registration';
export const signUpReferralCenter = '/referral-harvest-center-registration';
export const signUpStaff = '/hc-staff-registration';

export const bench = '/bench';
export const benchOperators = '/bench/operators';
export const benchSettings = '/bench/settings';
export const vialPassport = '/vial/$code';
export const storage = '/bench/storage';
export const storagePlace = '/bench/storage/$id';
export const stockCounts = '/bench/counts';
export const stockCount = '/bench/counts/$id';
export const benchOrders = '/bench/orders';
export const benchOrder = '/bench/orders/$id';
export const harvestDay = '/harvest-day';
export const benchLots = '/bench/lots';
export const benchArrivals = '/bench/arrivals';
export const benchNewArrival = '/bench/arrivals/new';
export const benchBatches = '/bench/batches';
export const benchBatch = '/bench/batches/$id';
export const benchRelease = '/bench/release';
export const benchDiscard = '/bench/discard';
export const deviations = '/bench/deviations';
export const deviation = '/bench/deviations/$id';

export const kit = '/dev/kit';
export const kitStates = '/dev/kit/states';
export const kitForms = '/dev/kit/forms';
export const kitFeedback = '/dev/kit/feedback';
export const kitPlots = '/dev/kit/plots';
export const kitSamples = '/dev/kit/samples';
export const kitBench = '/dev/kit/bench';

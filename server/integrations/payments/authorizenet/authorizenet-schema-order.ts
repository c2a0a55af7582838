/**
 * The order of the used elements in Authorize.Net's schema (AnetApiSchema.xsd). An object is the list of its field
 * names in order; a field that holds another object names its type after a colon.
 */
const everyRequest = 'merchantAuthentication:login clientId refId';

const types: Readonly<Record<string, string>> = {
  login: 'name transactionKey',
  browserLogin: 'name clientKey',
  securePaymentContainerRequest: 'merchantAuthentication:browserLogin clientId refId data:cardToTokenise',
  cardToTokenise: 'type id token:tokenised bankToken',
  tokenised: 'cardNumber expirationDate cardCode zip fullName',
  createTransactionRequest: `${everyRequest} transactionRequest:transaction`,
  transaction:
    'transactionType amount currencyCode payment:payment profile:charged solution callId terminalNumber authCode ' +
    'refTransId splitTenderId order:order lineItems tax duty shipping taxExempt poNumber customer:customer ' +
    'billTo:address shipTo:address customerIP cardholderAuthentication retail employeeId ' +
    'transactionSettings:settings userFields',
  payment: 'creditCard:card bankAccount trackData encryptedTrackData payPal opaqueData:opaqueData',
  opaqueData: 'dataDescriptor dataValue dataKey expirationTimeStamp',
  card: 'cardNumber expirationDate cardCode isPaymentToken cryptogram',
  charged: 'createProfile customerProfileId paymentProfile:chargedCard shippingProfileId',
  chargedCard: 'paymentProfileId cardCode',
  order: 'invoiceNumber description',
  customer: 'type id email driversLicense taxId',
  address: 'firstName lastName company address city state zip country phoneNumber faxNumber email',
  settings: 'setting:setting',
  setting: 'settingName settingValue',
  createCustomerProfileRequest: `${everyRequest} profile:customerProfile validationMode`,
  customerProfile: 'merchantCustomerId description email paymentProfiles:cardProfile shipToList profileType',
  cardProfile:
    'customerType billTo:address payment:payment driversLicense taxId defaultPaymentProfile ' +
    'subsequentAuthInformation excludeFromAccountUpdater customerPaymentProfileId',
  createCustomerPaymentProfileRequest: `${everyRequest} customerProfileId paymentProfile:cardProfile validationMode`,
  updateCustomerPaymentProfileRequest: `${everyRequest} customerProfileId paymentProfile:cardProfile validationMode`,
  getCustomerProfileRequest: `${everyRequest} customerProfileId merchantCustomerId email unmaskExpirationDate includeIssuerInfo`,
  deleteCustomerPaymentProfileRequest: `${everyRequest} customerProfileId customerPaymentProfileId`,
  getUnsettledTransactionListRequest: `${everyRequest} status sorting:sorting paging:paging`,
  getSettledBatchListRequest: `${everyRequest} includeStatistics firstSettlementDate lastSettlementDate`,
  getTransactionListRequest: `${everyRequest} batchId sorting:sorting paging:paging`,
  sorting: 'orderBy orderDescending',
  paging: 'limit offset',
  getTransactionDetailsRequest: `${everyRequest} transId`,
};

/** The path of the first field in the wrong position; null when all are in order. */
export function outOfOrder(value: unknown, type: string, path = type): string | null {
  if (Array.isArray(value)) return firstOf(value.map((one) => outOfOrder(one, type, path)));
  if (typeof value !== 'object' || value === null) return path;
  const fields = (types[type] ?? '').split(' ').map((field) => field.split(':'));
  let last = -1;
  for (const [name, inner] of Object.entries(value)) {
    const place = fields.findIndex(([known]) => known === name);
    if (place <= last) return `${path}.${name}`;
    last = place;
    const innerType = fields[place]?.[1];
    const wrong = innerType ? outOfOrder(inner, innerType, `${path}.${name}`) : null;
    if (wrong) return wrong;
  }
  return null;
}

function firstOf(found: readonly (string | null)[]): string | null {
  return found.find((one) => one !== null) ?? null;
}

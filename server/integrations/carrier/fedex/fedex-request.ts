import type { LabelRequest, ShippingParty } from '../../../ports/carrier.ts';

/** The longest that FedEx takes of each. */
const PERSON = 70;
const COMPANY = 35;
const LINE = 35;
const CITY = 35;
const REFERENCE = 40;

/** One package from one party to another, its label as a PDF in the answer itself. */
export function shipmentBody(request: LabelRequest, account: string, service: string) {
  return {
    labelResponseOptions: 'LABEL',
    accountNumber: { value: account },
    requestedShipment: {
      shipper: party(request.from),
      // Contact and address of the one recipient belong into one entry, unlike in the vendor's own sample.
      recipients: [party(request.to)],
      shipDatestamp: request.day,
      serviceType: service,
      packagingType: 'YOUR_PACKAGING',
      pickupType: 'USE_SCHEDULED_PICKUP',
      shippingChargesPayment: { paymentType: 'SENDER' },
      labelSpecification: { imageType: 'PDF', labelStockType: 'PAPER_4X6' },
      requestedPackageLineItems: [
        {
          weight: { units: 'LB', value: request.weightPounds },
          customerReferences: [
            { customerReferenceType: 'CUSTOMER_REFERENCE', value: request.reference.slice(0, REFERENCE) },
          ],
          ...(request.dryIceKilograms !== null && {
            packageSpecialServices: {
              specialServiceTypes: ['DRY_ICE'],
              dryIceWeight: { units: 'KG', value: request.dryIceKilograms },
            },
          }),
        },
      ],
    },
  };
}

function party({ person, company, phone, address }: ShippingParty) {
  return {
    contact: {
      personName: person.slice(0, PERSON),
      companyName: company.slice(0, COMPANY),
      phoneNumber: phone.replaceAll(/\D/g, '').slice(-15),
    },
    address: {
      streetLines: address.lines.filter((line) => line !== '').map((line) => line.slice(0, LINE)),
      city: address.city.slice(0, CITY),
      ...(address.stateCode && { stateOrProvinceCode: address.stateCode }),
      // Text: a number would lose its zeros.
      postalCode: address.postalCode,
      countryCode: address.countryCode,
    },
  };
}

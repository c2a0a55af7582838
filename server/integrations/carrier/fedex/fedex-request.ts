import type { LabelRequest, ShippingParty } from '../../../ports/carrier.ts';

/** The longest texts that FedEx accepts. */
const PERSON = 70;
const COMPANY = 35;
const LINE = 35;
const CITY = 35;
const REFERENCE = 40;

/** A request for one package, with the label as a PDF in the answer itself. */
export function shipmentBody(request: LabelRequest, account: string, service: string) {
  return {
    labelResponseOptions: 'LABEL',
    accountNumber: { value: account },
    requestedShipment: {
      shipper: party(request.from),
      // Contact and address of the recipient belong into one entry, unlike in the vendor's sample.
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
      // A text, because a number would lose leading zeros.
      postalCode: address.postalCode,
      countryCode: address.countryCode,
    },
  };
}

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StartupProblem } from '../../../kernel/startup-problem.ts';
import {
  type Carrier,
  CarrierMisconfigured,
  CarrierRefused,
  CarrierUnavailable,
  type LabelRequest,
  LabelUncertain,
} from '../../../ports/carrier.ts';
import { type FedexFault, type FedexStandIn, fakeFedex, LABEL } from '../../../testing/fakes/carrier/fake-fedex.ts';
import { openCarrier } from '../open-carrier.ts';
import { type FedexAccount, fedexCarrier } from './fedex-carrier.ts';

let now: Date;
let fedex: FedexStandIn;
let carrier: Carrier;
beforeEach(async () => {
  now = new Date('2026-03-01T12:00:00Z');
  fedex = await fakeFedex();
  carrier = opened();
});
afterEach(() => fedex.close());

function opened(changes: Partial<FedexAccount> = {}): Carrier {
  return fedexCarrier({ ...fedex.account, clock: () => now, patience: 800, pause: 1, ...changes });
}

const clinic = {
  person: 'Dr Ana Ruiz',
  company: 'Ruiz Regenerative and Reconstructive Surgery Clinic',
  phone: '+1 (512) 555-0100',
  address: { lines: ['1 Main St', ''], city: 'Austin', stateCode: 'TX', postalCode: '01234', countryCode: 'US' },
};
const lab = {
  person: 'Receiving',
  company: 'Lab Y',
  phone: '5125550199',
  address: { lines: ['9 Lab Way', 'Dock 4'], city: 'Reno', stateCode: 'NV', postalCode: '89501', countryCode: 'US' },
};

function request(changes: Partial<LabelRequest> = {}): LabelRequest {
  return {
    reference: 'label-17',
    from: clinic,
    to: lab,
    day: '2026-03-02',
    weightPounds: 8,
    dryIceKilograms: 2,
    ...changes,
  };
}

async function failureOf(promise: Promise<unknown>): Promise<Error> {
  const error: unknown = await promise.then(
    () => new Error('It succeeded.'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error)) throw new Error('Something else than an error was thrown.');
  return error;
}

const lines = () => fedex.requests.map(({ line }) => line);
const tokensAsked = () => lines().filter((line) => line === 'POST /oauth/token').length;

describe('FedEx labels', () => {
  test('a label is a PDF with its tracking number and the address of its tracking page', async () => {
    expect(await carrier.makeLabel(request())).toEqual({
      pdf: LABEL,
      trackingNumber: '794610000000',
      trackingLink: 'https://www.fedex.com/fedextrack/?trknbr=794610000000',
      alerts: [],
    });
  });

  test('a label is requested with both parties, the dry ice, and our reference', async () => {
    await carrier.makeLabel(request());
    expect(fedex.shipments[0]?.asked).toEqual({
      labelResponseOptions: 'LABEL',
      accountNumber: { value: '740561073' },
      requestedShipment: {
        shipper: {
          contact: {
            personName: 'Dr Ana Ruiz',
            companyName: 'Ruiz Regenerative and Reconstructiv',
            phoneNumber: '15125550100',
          },
          address: {
            streetLines: ['1 Main St'],
            city: 'Austin',
            stateOrProvinceCode: 'TX',
            postalCode: '01234',
            countryCode: 'US',
          },
        },
        recipients: [
          {
            contact: { personName: 'Receiving', companyName: 'Lab Y', phoneNumber: '5125550199' },
            address: {
              streetLines: ['9 Lab Way', 'Dock 4'],
              city: 'Reno',
              stateOrProvinceCode: 'NV',
              postalCode: '89501',
              countryCode: 'US',
            },
          },
        ],
        shipDatestamp: '2026-03-02',
        serviceType: 'PRIORITY_OVERNIGHT',
        packagingType: 'YOUR_PACKAGING',
        pickupType: 'USE_SCHEDULED_PICKUP',
        shippingChargesPayment: { paymentType: 'SENDER' },
        labelSpecification: { imageType: 'PDF', labelStockType: 'PAPER_4X6' },
        requestedPackageLineItems: [
          {
            weight: { units: 'LB', value: 8 },
            customerReferences: [{ customerReferenceType: 'CUSTOMER_REFERENCE', value: 'label-17' }],
            packageSpecialServices: { specialServiceTypes: ['DRY_ICE'], dryIceWeight: { units: 'KG', value: 2 } },
          },
        ],
      },
    });
    const { headers } = fedex.requests.at(-1) ?? {};
    expect(headers).toMatchObject({
      authorization: 'Bearer token-1',
      'x-locale': 'en_US',
      'x-customer-transaction-id': 'label-17',
    });
  });

  test('a label without dry ice is requested without the dry ice fields', async () => {
    await carrier.makeLabel(request({ dryIceKilograms: null }));
    expect(JSON.stringify(fedex.shipments[0]?.asked)).not.toContain('DRY_ICE');
  });

  test('a label with an alert of FedEx is created, and the alert is returned', async () => {
    fedex.alerts.push({
      code: 'SHIP.RECIPIENT.POSTALCITY.MISMATCH',
      alertType: 'NOTE',
      message: 'Recipient Postal-City Mismatch.',
    });
    expect((await carrier.makeLabel(request())).alerts).toEqual(['Recipient Postal-City Mismatch.']);
  });

  test('a label that comes as an address of FedEx is downloaded from there, without the token', async () => {
    fedex.labelAs = 'url';
    expect((await carrier.makeLabel(request())).pdf).toEqual(LABEL);
    expect(fedex.requests.at(-1)?.headers).not.toHaveProperty('authorization');
  });

  test.each(['foreign url', 'html', 'nothing'] as const)(
    'a label that comes as %s counts as created, and its tracking number is returned',
    async (how) => {
      fedex.labelAs = how;
      const failure = await failureOf(carrier.makeLabel(request()));
      expect(failure).toBeInstanceOf(LabelUncertain);
      expect(failure).toMatchObject({ trackingNumber: '794610000000' });
    },
  );

  test('a label that FedEx creates asynchronously is polled until it is ready', async () => {
    fedex.looksUntilMade = 3;
    expect((await carrier.makeLabel(request())).trackingNumber).toBe('794610000000');
    expect(lines().filter((line) => line.endsWith('/results'))).toHaveLength(3);
  });

  test.each(['lost', 'strange', { status: 429 }, { status: 403 }] as const)(
    'a label in progress is uncertain when FedEx stops answering (%j)',
    async (fault) => {
      fedex.looksUntilMade = 3;
      fedex.befall({ pass: true }, fault);
      expect(await failureOf(carrier.makeLabel(request()))).toBeInstanceOf(LabelUncertain);
    },
  );

  test('a label that never becomes ready is uncertain', async () => {
    fedex.looksUntilMade = 1_000;
    expect(await failureOf(carrier.makeLabel(request()))).toBeInstanceOf(LabelUncertain);
  });

  test('a label that is requested twice at the same moment is created once', async () => {
    const [one, other] = await Promise.all([carrier.makeLabel(request()), carrier.makeLabel(request())]);
    expect(one).toEqual(other);
    expect(fedex.shipments).toHaveLength(1);
  });

  test('a label can be cancelled, and an unknown tracking number cannot', async () => {
    const { trackingNumber } = await carrier.makeLabel(request());
    expect(await carrier.cancel(trackingNumber)).toBe(true);
    expect(fedex.shipments[0]?.isCancelled).toBe(true);
    expect(await carrier.cancel('794699999999')).toBe(false);
  });
});

describe('FedEx access token', () => {
  test('the token is requested once for any number of callers, and again before its hour is over', async () => {
    await Promise.all([
      carrier.makeLabel(request({ reference: 'a' })),
      carrier.makeLabel(request({ reference: 'b' })),
      carrier.track(['1']),
    ]);
    now = new Date(now.getTime() + 3_500_000);
    await carrier.track(['1']);
    expect(tokensAsked()).toBe(1);
    now = new Date(now.getTime() + 60_000);
    await carrier.track(['1']);
    expect(tokensAsked()).toBe(2);
  });

  test('a token that is revoked early is renewed, and the label is created once', async () => {
    await carrier.track(['1']);
    fedex.forgetTokens();
    await carrier.makeLabel(request());
    expect(tokensAsked()).toBe(2);
    expect(fedex.shipments).toHaveLength(1);
  });

  test('a token that is refused twice names the settings to check, and repeats no secret', async () => {
    fedex.befall({ status: 401 }, { status: 401 });
    const failure = await failureOf(carrier.makeLabel(request()));
    expect(failure).toBeInstanceOf(CarrierMisconfigured);
    expect(failure.message).toContain('FEDEX_CLIENT_ID');
    const wrong = await failureOf(opened({ clientSecret: 'another' }).track(['1']));
    expect(wrong).toBeInstanceOf(CarrierMisconfigured);
    expect(`${failure.message} ${wrong.message}`).not.toMatch(/another|stand-in-secret|token-1/);
  });

  test.each(['reset', 'lost', 'silent', 'strange', 'cut', { status: 503 }] as const)(
    'a failed token request (%j) creates no label, so a retry is safe',
    async (fault) => {
      fedex.befallToken(fault);
      const failure = await failureOf(carrier.makeLabel(request()));
      expect(failure).toBeInstanceOf(CarrierUnavailable);
      expect(failure).not.toBeInstanceOf(LabelUncertain);
      await carrier.makeLabel(request());
      expect(fedex.shipments).toHaveLength(1);
    },
  );
});

describe('Failed label requests at FedEx', () => {
  const errors = [{ code: 'SHIPPER.POSTALCODE.INVALID', message: 'Shipper postal code 01234 of Ana Ruiz is invalid.' }];

  test('a permanent refusal returns the codes of FedEx, and its texts only for the caller', async () => {
    fedex.befall({ status: 400, errors });
    const failure = await failureOf(carrier.makeLabel(request()));
    expect(failure).toBeInstanceOf(CarrierRefused);
    expect(failure).toMatchObject({ codes: ['SHIPPER.POSTALCODE.INVALID'], words: errors[0]?.message });
    expect(failure.message).toBe('FedEx answered 400 to /ship/v1/shipments (SHIPPER.POSTALCODE.INVALID).');
  });

  test.each([
    [{ status: 429, headers: { 'Retry-After': '10' } }, 10],
    [{ status: 503, errors: [{ code: 'SERVICE.UNAVAILABLE.ERROR', message: 'Later.' }] }, null],
    [{ status: 500, errors: [{ code: 'INTERNAL.SERVER.ERROR', message: 'Later.' }] }, null],
  ] as [FedexFault, number | null][])('a temporary refusal (%j) can be retried', async (fault, retryAfter) => {
    fedex.befall(fault);
    const failure = await failureOf(carrier.makeLabel(request()));
    expect(failure).toBeInstanceOf(CarrierUnavailable);
    expect(failure).not.toBeInstanceOf(LabelUncertain);
    expect(failure).toMatchObject({ retryAfter });
  });

  test.each(['lost', 'silent', 'cut', 'strange', 'reset'] as const)(
    'a label whose answer is %s is uncertain',
    async (fault) => {
      fedex.befall(fault);
      expect(await failureOf(carrier.makeLabel(request()))).toBeInstanceOf(LabelUncertain);
    },
  );

  test.each([{ status: 403 }, { status: 404 }, { status: 302, headers: { Location: 'http://elsewhere.test/' } }])(
    'the answer %j names the settings, and no redirect is followed',
    async (fault) => {
      fedex.befall(fault);
      expect(await failureOf(carrier.makeLabel(request()))).toBeInstanceOf(CarrierMisconfigured);
    },
  );

  test('without a connection nothing can have been created', async () => {
    const { url } = fedex.account;
    await fedex.close();
    const failure = await failureOf(opened({ url }).makeLabel(request()));
    expect(failure).toBeInstanceOf(CarrierUnavailable);
    expect(failure).not.toBeInstanceOf(LabelUncertain);
    fedex = await fakeFedex();
  });
});

describe('Tracking of FedEx shipments', () => {
  const status = (code: string, words: string, more: object = {}) => ({
    latestStatusDetail: { code, derivedCode: code, statusByLocale: words, description: words },
    ...more,
  });

  test.each([
    ['OC', 'label_made'],
    ['PU', 'on_its_way'],
    ['IT', 'on_its_way'],
    ['OD', 'out_for_delivery'],
    ['DE', 'exception'],
    ['DY', 'exception'],
    ['RS', 'returned'],
    ['CA', 'cancelled'],
    ['XX', 'on_its_way'],
  ])('status %s is read as %s', async (code, state) => {
    fedex.states.set('794610000000', status(code, 'Words'));
    expect(await carrier.track(['794610000000'])).toEqual([
      { trackingNumber: '794610000000', state, words: 'Words', deliveredAt: null },
    ]);
  });

  test('a result without a status is unknown, and delivered comes with its time', async () => {
    expect(await carrier.track(['794610000000'])).toMatchObject([{ state: 'unknown', deliveredAt: null }]);
    const dateAndTimes = [{ type: 'ACTUAL_DELIVERY', dateTime: '2026-03-03T10:15:00-06:00' }];
    fedex.states.set('794610000000', status('DL', 'Delivered', { dateAndTimes }));
    expect(await carrier.track(['794610000000'])).toMatchObject([
      { state: 'delivered', words: 'Delivered', deliveredAt: new Date('2026-03-03T16:15:00Z') },
    ]);
  });

  test('any number of shipments is tracked, thirty per call, in the order of the request', async () => {
    const numbers = Array.from({ length: 65 }, (_, index) => String(794_600_000_000 + index));
    fedex.states.set(numbers[64] ?? '', status('IT', 'In transit'));
    const tracked = await carrier.track([...numbers, numbers[0] ?? '']);
    expect(tracked.map(({ trackingNumber }) => trackingNumber)).toEqual([...numbers, numbers[0]]);
    expect(tracked[64]?.state).toBe('on_its_way');
    expect(lines().filter((line) => line === 'POST /track/v1/trackingnumbers')).toHaveLength(3);
    expect(await carrier.track([])).toEqual([]);
  });

  test.each(['lost', 'silent', 'strange', { status: 500 }] as const)(
    'a tracking call that fails (%j) can be retried later',
    async (fault) => {
      fedex.befall(fault);
      expect(await failureOf(carrier.track(['1']))).toBeInstanceOf(CarrierUnavailable);
    },
  );
});

describe('FedEx settings', () => {
  const settings = {
    carrier: 'fedex' as const,
    fedexClientId: 'id',
    fedexClientSecret: 'secret',
    fedexAccount: '740561073',
    fedexUrl: 'https://apis.fedex.com',
    fedexService: 'PRIORITY_OVERNIGHT',
  };

  test('the settings choose FedEx, or no carrier: then labels are uploaded by hand', () => {
    expect(openCarrier(settings)?.name).toBe('fedex');
    expect(openCarrier({ ...settings, carrier: 'manual', fedexClientId: '' })).toBeNull();
  });

  test.each([
    [{ fedexClientId: '' }, 'FEDEX_CLIENT_ID must be that of a FedEx project.'],
    [{ fedexClientSecret: 'a b' }, 'FEDEX_CLIENT_SECRET must be that of a FedEx project.'],
    [{ fedexAccount: '12' }, 'FEDEX_ACCOUNT must be the nine digits of a FedEx account.'],
    [{ fedexUrl: 'http://apis.fedex.com' }, 'FEDEX_URL must look like https://apis.fedex.com.'],
    [{ fedexUrl: 'https://apis.fedex.com/ship' }, 'FEDEX_URL must look like https://apis.fedex.com.'],
  ])('wrong settings are refused at start: %j', (wrong, message) => {
    expect(() => openCarrier({ ...settings, ...wrong })).toThrow(new StartupProblem(message));
  });
});

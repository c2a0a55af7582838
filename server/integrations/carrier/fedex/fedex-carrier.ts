import { setTimeout as sleep } from 'node:timers/promises';
import { detectFileType } from '../../../kernel/files/file-type.ts';
import { StartupProblem } from '../../../kernel/startup-problem.ts';
import {
  type Carrier,
  CarrierRefused,
  CarrierUnavailable,
  type Label,
  type LabelRequest,
  LabelUncertain,
  type Tracking,
} from '../../../ports/carrier.ts';
import { keepsSecrets } from '../../http-call.ts';
import { Cancelled, Shipped, Tracked, trackingOf } from './fedex-answers.ts';
import { type FedexCalls, fedexCalls, Unanswered } from './fedex-calls.ts';
import { shipmentBody } from './fedex-request.ts';

export type FedexAccount = {
  clientId: string;
  clientSecret: string;
  /** The account that pays: nine digits. */
  account: string;
  /** `https://apis.fedex.com`, or the address of the sandbox. */
  url: string;
  service: string;
  clock?: () => Date;
  /** Timeout of one call in milliseconds, its whole answer included. */
  patience?: number;
  /** Milliseconds between two polls for a label that FedEx creates asynchronously. */
  pause?: number;
};

/** Labels and tracking at FedEx. Throws with the setting's name when the account is malformed. */
export function fedexCarrier(account: FedexAccount): Carrier {
  const { clock = () => new Date(), patience = 15_000, pause = 1_000 } = account;
  const { clientId, clientSecret } = account;
  const calls = fedexCalls({ url: requireFedexOrigin(account), clientId, clientSecret, patience, clock });
  const inFlight = new Map<string, Promise<Label>>();

  async function make(request: LabelRequest): Promise<Label> {
    const { reference } = request;
    const body = shipmentBody(request, account.account, account.service);
    const shipped = await calls.json({ method: 'POST', path: '/ship/v1/shipments', body, reference }, Shipped);
    return labelIn(calls, await finished(shipped, reference), account.url);
  }

  /** Polls the job that FedEx names when it creates a shipment asynchronously. */
  async function finished(shipped: Shipped, reference: string): Promise<Shipped> {
    const { jobId } = shipped.output;
    const body = { accountNumber: { value: account.account }, jobId };
    let latest = shipped;
    for (let looks = 0; looks < LOOKS && isUnderWay(latest); looks += 1) {
      await sleep(pause);
      const asked = { method: 'POST', path: '/ship/v1/shipments/results', body, reference } as const;
      // The job may still create a label, so a failed poll leaves the outcome uncertain.
      latest = await calls.json(asked, Shipped).catch(uncertain);
    }
    return latest;
  }

  return {
    name: 'fedex',
    makeLabel(request) {
      const same = inFlight.get(request.reference);
      if (same) return same;
      const making = make(request)
        .catch(orUncertain)
        .finally(() => inFlight.delete(request.reference));
      inFlight.set(request.reference, making);
      return making;
    },
    track: (trackingNumbers) => track(calls, trackingNumbers),
    async cancel(trackingNumber) {
      const body = {
        accountNumber: { value: account.account },
        trackingNumber,
        deletionControl: 'DELETE_ALL_PACKAGES',
      };
      try {
        const { output } = await calls.json({ method: 'PUT', path: '/ship/v1/shipments/cancel', body }, Cancelled);
        return output.cancelledShipment === true;
      } catch (error) {
        if (error instanceof CarrierRefused) return false;
        throw error;
      }
    },
  };
}

const LOOKS = 10;

function isUnderWay({ output }: Shipped): boolean {
  return Boolean(output.jobId) && (output.transactionShipments ?? []).length === 0;
}

function orUncertain(error: unknown): never {
  throw error instanceof Unanswered ? new LabelUncertain(error.message) : error;
}

function uncertain(error: unknown): never {
  throw error instanceof CarrierUnavailable ? new LabelUncertain(error.message) : error;
}

async function labelIn(calls: FedexCalls, { output }: Shipped, url: string): Promise<Label> {
  const shipment = output.transactionShipments?.[0];
  const piece = shipment?.pieceResponses?.[0];
  const trackingNumber = piece?.trackingNumber ?? piece?.masterTrackingNumber ?? shipment?.masterTrackingNumber;
  if (!trackingNumber || !/^\d{10,34}$/.test(trackingNumber)) {
    throw new LabelUncertain('FedEx answered without a tracking number.');
  }
  const label = piece?.packageDocuments?.find(({ contentType }) => contentType?.includes('LABEL') ?? true);
  const pdf = label?.encodedLabel
    ? Buffer.from(label.encodedLabel, 'base64')
    : await fetchLabelFile(calls, label?.url, url).catch(() => null);
  if (!pdf || detectFileType(pdf) !== 'pdf') {
    throw new LabelUncertain('FedEx made a label and sent no PDF of it.', trackingNumber);
  }
  return {
    pdf,
    trackingNumber,
    trackingLink: `https://www.fedex.com/fedextrack/?trknbr=${trackingNumber}`,
    alerts: [...(output.alerts ?? []), ...(shipment?.alerts ?? [])].flatMap(({ message }) => message || []),
  };
}

/** FedEx may return an address although the request asks for the label itself; only addresses of FedEx are opened. */
async function fetchLabelFile(
  calls: FedexCalls,
  address: string | null | undefined,
  url: string,
): Promise<Buffer | null> {
  if (!address || !URL.canParse(address)) return null;
  const { protocol, hostname, origin } = new URL(address);
  const isTheirs = origin === new URL(url).origin || (protocol === 'https:' && /(^|\.)fedex\.com$/.test(hostname));
  return isTheirs ? calls.bytes(address) : null;
}

/** The most tracking numbers that FedEx accepts in one call. */
const AT_ONCE = 30;

async function track(calls: FedexCalls, trackingNumbers: readonly string[]): Promise<readonly Tracking[]> {
  const wanted = [...new Set(trackingNumbers)];
  const known = new Map<string, Tracking>();
  for (let from = 0; from < wanted.length; from += AT_ONCE) {
    const trackingInfo = wanted
      .slice(from, from + AT_ONCE)
      .map((trackingNumber) => ({ trackingNumberInfo: { trackingNumber } }));
    const body = { includeDetailedScans: false, trackingInfo };
    const { output } = await calls.json({ method: 'POST', path: '/track/v1/trackingnumbers', body }, Tracked);
    for (const { trackingNumber, trackResults } of output.completeTrackResults ?? []) {
      known.set(trackingNumber, trackingOf(trackingNumber, trackResults ?? []));
    }
  }
  return trackingNumbers.map((number) => known.get(number) ?? trackingOf(number, []));
}

function requireFedexOrigin({ clientId, clientSecret, account, url }: FedexAccount): string {
  for (const [name, value] of [
    ['FEDEX_CLIENT_ID', clientId],
    ['FEDEX_CLIENT_SECRET', clientSecret],
  ]) {
    if (!value || !/^[\x21-\x7e]+$/.test(value)) throw new StartupProblem(`${name} must be that of a FedEx project.`);
  }
  if (!/^\d{9}$/.test(account)) throw new StartupProblem('FEDEX_ACCOUNT must be the nine digits of a FedEx account.');
  const address = URL.canParse(url) ? new URL(url) : null;
  // The secret never crosses a network unencrypted; a fake on loopback is exempt.
  const isSafe = address !== null && keepsSecrets(address);
  if (!address || !isSafe || address.pathname !== '/' || address.search || address.hash || address.username) {
    throw new StartupProblem('FEDEX_URL must look like https://apis.fedex.com.');
  }
  return address.origin;
}

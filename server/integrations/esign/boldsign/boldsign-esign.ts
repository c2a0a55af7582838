import { detectFileType } from '../../../kernel/files/file-type.ts';
import { StartupProblem } from '../../../kernel/startup-problem.ts';
import {
  type Esign,
  EsignMisconfigured,
  EsignUnavailable,
  type Signing,
  type SignRequest,
} from '../../../ports/esign.ts';
import { keepsSecrets } from '../../http-call.ts';
import { Created, type ListedDocument, Page, Properties, SignLink, signingOf } from './boldsign-answers.ts';
import { type BoldsignCalls, boldsignCalls, Unanswered } from './boldsign-calls.ts';
import { readBoldsignNotification } from './boldsign-notification.ts';
import { SIGNABLE_DAYS, sendForm } from './boldsign-request.ts';

export type BoldsignAccount = {
  apiKey: string;
  /** `https://api.boldsign.com`, or the address of the account's region. */
  url: string;
  /** Several while a secret is being rotated. */
  webhookSecrets: readonly string[];
  clock?: () => Date;
  /** Timeout of one call in milliseconds, its whole answer included. */
  patience?: number;
};

/** Origins of the provider's signing pages, in every region. */
export const BOLDSIGN_FRAMES = ['https://*.boldsign.com'];

/** Documents signed at BoldSign. Throws with the setting's name when the account is malformed. */
export function boldsignEsign(account: BoldsignAccount): Esign {
  const { clock = () => new Date(), patience = 10_000 } = account;
  const calls = boldsignCalls({ ...requireBoldsignServer(account), patience });
  const inFlight = new Map<string, Promise<{ providerId: string }>>();
  const unanswered = new Map<string, number>();

  async function send(request: SignRequest) {
    const { reference } = request;
    const existing = await findByReference(calls, reference);
    if (existing) {
      unanswered.delete(reference);
      return { providerId: existing.documentId };
    }
    requireSettled(unanswered, reference, clock());
    try {
      const created = await calls.json({ method: 'POST', path: 'document/send', form: sendForm(request) }, Created);
      return { providerId: there(created).documentId };
    } catch (error) {
      if (error instanceof Unanswered) unanswered.set(reference, clock().getTime());
      throw error;
    }
  }

  async function look(providerId: string): Promise<Signing> {
    const asked = { method: 'GET', path: 'document/properties', query: { documentId: providerId } } as const;
    const properties = await calls.json(asked, Properties);
    return properties ? signingOf(properties) : { providerId, state: 'missing', signedAt: null };
  }

  return {
    name: 'boldsign',
    send(request) {
      const same = inFlight.get(request.reference);
      if (same) return same;
      const sending = send(request).finally(() => inFlight.delete(request.reference));
      inFlight.set(request.reference, sending);
      return sending;
    },
    async signLink(providerId, signer, returnTo) {
      const query = { documentId: providerId, signerEmail: signer.email, redirectUrl: returnTo };
      const link = await calls.json({ method: 'GET', path: 'document/getEmbeddedSignLink', query }, SignLink);
      if (!link) throw new EsignUnavailable('BoldSign does not have the document ready yet.', SECONDS_IN_THE_MAKING);
      return link.signLink;
    },
    look,
    async file(providerId) {
      // Before the signature the download would be the unsigned PDF.
      if ((await look(providerId)).state !== 'signed') throw new EsignUnavailable('The document is not signed yet.');
      const asked = { method: 'GET', path: 'document/download', query: { documentId: providerId } } as const;
      const bytes = await calls.bytes(asked);
      if (!bytes || detectFileType(bytes) !== 'pdf') throw new EsignUnavailable('BoldSign sent no PDF.');
      return bytes;
    },
    changedSince: (moment) => changedSince(calls, moment),
    readNotification: (raw, headers) =>
      readBoldsignNotification(raw, headers, { secrets: account.webhookSecrets, now: clock() }),
  };
}

/** BoldSign returns an id at once and creates the document afterwards; until then no call finds it. */
const SECONDS_IN_THE_MAKING = 5;

/** The oldest one, so that two documents created by accident always resolve to the same one. */
async function findByReference(calls: BoldsignCalls, reference: string): Promise<ListedDocument | undefined> {
  const documents = await listPage(calls, 1, { Labels: reference });
  return documents
    .filter(({ labels, isDeleted }) => labels?.includes(reference) && isDeleted !== true)
    .toSorted((one, other) => (one.createdDate ?? 0) - (other.createdDate ?? 0))[0];
}

/** A document that the list does not show after this time was never created. */
const SECONDS_UNTIL_SETTLED = 60;

/**
 * Refuses to send again too early: a lost answer may have created a document that no list shows yet.
 * @NOTE the times are in this process only. A restart within that minute can create a second document, which no signer
 * reaches: the provider sends no emails, and sign links use the stored id.
 */
function requireSettled(unanswered: Map<string, number>, reference: string, now: Date) {
  const since = unanswered.get(reference);
  const left = since === undefined ? 0 : SECONDS_UNTIL_SETTLED - (now.getTime() - since) / 1_000;
  if (left > 0) throw new EsignUnavailable('BoldSign may still be making this document.', Math.ceil(left));
  unanswered.delete(reference);
}

const PAGE_SIZE = 100;
/** BoldSign lists at most 10,000 documents. */
const LAST_PAGE = 100;
const DAY = 86_400_000;

/**
 * Reads a hundred documents per call, because the account has an hourly budget of calls. BoldSign filters only by the
 * day of sending and guarantees no order, so this reads every document that was sent late enough to change after the
 * given time.
 */
async function changedSince(calls: BoldsignCalls, moment: Date): Promise<readonly Signing[]> {
  const query = {
    // The status words of the list filter. Pending documents have not changed.
    Status: ['Completed', 'Declined', 'Revoked', 'Expired'],
    TransmitType: 'Sent',
    DateFilterType: 'SentBetween',
    StartDate: new Date(moment.getTime() - (SIGNABLE_DAYS + 1) * DAY).toISOString(),
  };
  const changed = new Map<string, Signing>();
  for (let page = 1; page <= LAST_PAGE; page++) {
    const documents = await listPage(calls, page, query);
    for (const document of documents) {
      // Both in whole seconds; a document without a time is returned, and the caller checks it.
      const isAfter = (document.activityDate ?? Infinity) >= Math.floor(moment.getTime() / 1_000);
      if (isAfter) changed.set(document.documentId, signingOf(document));
    }
    if (documents.length < PAGE_SIZE) break;
  }
  return [...changed.values()];
}

async function listPage(calls: BoldsignCalls, page: number, filter: Record<string, string | string[]>) {
  const query = { Page: String(page), PageSize: String(PAGE_SIZE), ...filter };
  return there(await calls.json({ method: 'GET', path: 'document/list', query }, Page)).result ?? [];
}

/** Sending and listing never answer that a document is missing. */
function there<Answer>(answer: Answer | null): Answer {
  if (answer === null) throw new EsignMisconfigured('BoldSign answered 404: BOLDSIGN_URL is not right.');
  return answer;
}

function requireBoldsignServer({ apiKey, url, webhookSecrets }: BoldsignAccount): { apiKey: string; url: string } {
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    throw new StartupProblem('BOLDSIGN_API_KEY must be the key of a BoldSign account.');
  if (webhookSecrets.length === 0 || webhookSecrets.some((secret) => secret.trim() === '')) {
    throw new StartupProblem('BOLDSIGN_WEBHOOK_SECRETS must hold the secret of the webhook at BoldSign.');
  }
  const address = URL.canParse(url) ? new URL(url) : null;
  // The key never crosses a network unencrypted; a fake on loopback is exempt.
  const isSafe = address !== null && keepsSecrets(address);
  if (!address || !isSafe || address.pathname !== '/' || address.search || address.hash || address.username) {
    throw new StartupProblem('BOLDSIGN_URL must look like https://api.boldsign.com.');
  }
  return { apiKey, url: address.origin };
}

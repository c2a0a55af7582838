import { z } from 'zod';
import type { Signing, SigningState } from '../../../ports/esign.ts';

// Every time is in Unix seconds. Schemas leave out unused fields: the answers hold names and addresses.

export const Created = z.object({ documentId: z.string().min(1) });

export const SignLink = z.object({ signLink: z.url({ protocol: /^https?$/ }) });

export const Properties = z.object({
  documentId: z.string(),
  status: z.string(),
  activityDate: z.number().nullish(),
  documentHistory: z.array(z.object({ action: z.string().nullish(), timestamp: z.number().nullish() })).nullish(),
});

const Listed = z.object({
  documentId: z.string(),
  status: z.string(),
  createdDate: z.number().nullish(),
  activityDate: z.number().nullish(),
  isDeleted: z.boolean().nullish(),
  labels: z.array(z.string()).nullish(),
});

export const Page = z.object({ result: z.array(Listed).nullish() });

export type ListedDocument = z.output<typeof Listed>;

/** A list has only the last activity, which may be later than the signature. */
export function signingOf(document: ListedDocument | z.output<typeof Properties>): Signing {
  const state = STATES.get(document.status) ?? 'pending';
  const history = 'documentHistory' in document ? (document.documentHistory ?? []) : [];
  const signed =
    history.findLast(({ action }) => action === 'Signed') ?? history.findLast(({ action }) => action === 'Completed');
  const moment = signed?.timestamp ?? document.activityDate;
  return {
    providerId: document.documentId,
    state,
    signedAt: state === 'signed' && typeof moment === 'number' ? new Date(moment * 1_000) : null,
  };
}

/** Every other status (InProgress, Draft, Scheduled, or an unknown one) means that there is no signature yet. */
const STATES: ReadonlyMap<string, SigningState> = new Map([
  ['Completed', 'signed'],
  ['Declined', 'declined'],
  ['Expired', 'expired'],
  ['Revoked', 'revoked'],
]);

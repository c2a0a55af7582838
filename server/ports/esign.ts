import type { DocumentText } from './document-text.ts';

export type Signer = { readonly name: string; readonly email: string };

/** The position of the signature, in points from the upper left corner of a page; pages count from 1. */
export type SignaturePlace = {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

export type SignRequest = {
  /** The product's id of the document. Sending is idempotent: the same one returns the same providerId. */
  readonly reference: string;
  /** The site whose name, colour and sender the signer sees. */
  readonly domainId: number;
  readonly title: string;
  readonly pdf: Buffer;
  readonly place: SignaturePlace;
  readonly signer: Signer;
  /** The document's text, for a provider that can show it on a phone. */
  readonly text?: DocumentText;
};

/**
 * How the signer got the link: in their own session, by an email to an address, or by a sign-up that proves nothing.
 */
export type LinkOpening =
  | { readonly by: 'session'; readonly sessionId: number }
  | { readonly by: 'letter'; readonly sentTo: string }
  | { readonly by: 'sign_up' };

/**
 * The state of a document at the provider. `missing`: it is not there. For minutes after sending it may still be in
 * creation; later it means that sending failed, and the caller sends it again.
 */
export type SigningState = 'missing' | 'pending' | 'signed' | 'declined' | 'expired' | 'revoked';

export type Signing = {
  readonly providerId: string;
  readonly state: SigningState;
  /** When the signer signed, by the provider's clock. */
  readonly signedAt: Date | null;
};

/** A webhook of the provider: this document needs a sync. It may arrive twice, late, or never. */
export type Notification = { readonly eventId: string; readonly providerId: string };

/** The job that syncs a document with the provider, queued with its `providerId` after a change. */
export const SYNC_DOCUMENT = 'look-at-document';

/**
 * The signing provider: shows documents, collects the signature, seals the file. Every call is idempotent. Throws
 * `EsignUnavailable` for a temporary failure and `EsignRefused` for a permanent one.
 */
export type Esign = {
  readonly name: 'builtin' | 'boldsign';
  send(request: SignRequest): Promise<{ providerId: string }>;
  /** An address for the signer's frame; after the signature, the frame goes to `returnTo`. */
  signLink(providerId: string, signer: Signer, returnTo: string, opening: LinkOpening): Promise<string>;
  look(providerId: string): Promise<Signing>;
  /** The signed and sealed file. Before `signed` there is none, and the call throws `EsignUnavailable`. */
  file(providerId: string): Promise<Buffer>;
  /**
   * Documents whose state changed after this time, for the reconcile job that finds lost webhooks. The list may contain
   * others, and `signedAt` may be inexact: `look` is exact.
   */
  changedSince(moment: Date): Promise<readonly Signing[]>;
  /**
   * Verifies a webhook's signature over its raw bytes; header names are in lower case. Null is a forged or stale
   * message, which the caller refuses. `nothing-to-do` is accepted: a verification request, or an irrelevant event.
   */
  readNotification(
    raw: Buffer,
    headers: Readonly<Record<string, string | undefined>>,
  ): Notification | 'nothing-to-do' | null;
};

/** A temporary failure: a retry is right. `retryAfter` is in seconds, if the provider named it. */
export class EsignUnavailable extends Error {
  override readonly name: string = 'EsignUnavailable';
  readonly retryAfter: number | null;

  constructor(message: string, retryAfter: number | null = null) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

/** The settings are refused. A retry is right only after an administrator has corrected them. */
export class EsignMisconfigured extends EsignUnavailable {
  override readonly name = 'EsignMisconfigured';
}

/** A permanent refusal: a retry is useless. The message contains no name and no address. */
export class EsignRefused extends Error {
  override readonly name = 'EsignRefused';
}

import type { DocumentText } from './document-text.ts';

/** Somebody who signs. */
export type Signer = { readonly name: string; readonly email: string };

/** Where on the paper the signature goes, in points from the upper left corner of a page; pages count from 1. */
export type SignaturePlace = {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

export type SignRequest = {
  /** Our own id of the document. Asked twice with the same one, a provider answers the same providerId. */
  readonly reference: string;
  /** The site whose name, colour and sender the signer sees. */
  readonly domainId: number;
  readonly title: string;
  readonly pdf: Buffer;
  readonly place: SignaturePlace;
  readonly signer: Signer;
  /** The paper's words, for a provider that can show them on a phone. */
  readonly text?: DocumentText;
};

/** How the signer came to the link: from an own session, by a letter to an address, or by a sign-up that proves nothing. */
export type LinkOpening =
  | { readonly by: 'session'; readonly sessionId: number }
  | { readonly by: 'letter'; readonly sentTo: string }
  | { readonly by: 'sign_up' };

/**
 * What has become of a document at the provider's. `missing`: it is not there. For minutes after sending it may still be
 * in the making; later it means that sending failed at the provider's, and sending it again is right.
 */
export type SigningState = 'missing' | 'pending' | 'signed' | 'declined' | 'expired' | 'revoked';

export type Signing = {
  readonly providerId: string;
  readonly state: SigningState;
  /** When the signer signed, by the provider's clock. */
  readonly signedAt: Date | null;
};

/** What a provider tells by itself: this document is worth a look. The same may be told twice, late, or never. */
export type Notification = { readonly eventId: string; readonly providerId: string };

/** The job that looks at a document, asked for with its `providerId` by whoever heard that something happened to it. */
export const SYNC_DOCUMENT = 'look-at-document';

/**
 * The party that has documents signed: shows them, takes the signature, seals the file. Everything may be asked again
 * without harm. A provider that cannot be reached, or refuses for now, throws `EsignUnavailable`; one that refuses for
 * good throws `EsignRefused`.
 */
export type Esign = {
  readonly name: 'builtin' | 'boldsign';
  send(request: SignRequest): Promise<{ providerId: string }>;
  /** An address for the signer's frame; when the signature is given, the frame goes on to `returnTo`. */
  signLink(providerId: string, signer: Signer, returnTo: string, opening: LinkOpening): Promise<string>;
  look(providerId: string): Promise<Signing>;
  /** The signed file, sealed. Before `signed` there is none, and asking throws `EsignUnavailable`. */
  file(providerId: string): Promise<Buffer>;
  /**
   * Those whose state changed after this moment, for the sweep that finds what no message told. Some others may be among
   * them, and `signedAt` may be off: `look` knows better.
   */
  changedSince(moment: Date): Promise<readonly Signing[]>;
  /**
   * Checks a message's own signature over its raw bytes; names of headers are in lower case. Null is a forged or stale
   * message, to be refused. `nothing-to-do` is to be answered with a yes: somebody asks whether anyone listens, or tells
   * what does not matter here.
   */
  readNotification(
    raw: Buffer,
    headers: Readonly<Record<string, string | undefined>>,
  ): Notification | 'nothing-to-do' | null;
};

/** The provider cannot be asked right now; trying later is right. `retryAfter` is in seconds, where the provider said so. */
export class EsignUnavailable extends Error {
  override readonly name: string = 'EsignUnavailable';
  readonly retryAfter: number | null;

  constructor(message: string, retryAfter: number | null = null) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

/** The settings do not let us in. Trying later is right only because somebody may have mended them. */
export class EsignMisconfigured extends EsignUnavailable {
  override readonly name = 'EsignMisconfigured';
}

/** The provider will never do this; repeating it is useless. The message holds no name and no address. */
export class EsignRefused extends Error {
  override readonly name = 'EsignRefused';
}

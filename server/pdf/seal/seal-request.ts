import type { SignaturePlace, Signer } from '../../ports/esign.ts';
import type { PaperSite } from '../render/document-text.ts';

/** A pen's way over the box, from 0, 0 in the upper left to 1, 1 in the lower right corner. */
export type Stroke = readonly (readonly [x: number, y: number])[];

/** Something that happened to the document before it was sealed. */
export type SealEvent = {
  readonly at: Date;
  readonly what: string;
  readonly who: string;
  /** The network address it came from. */
  readonly from?: string;
  /** The browser, as it names itself. */
  readonly device?: string;
};

export type SealRequest = {
  readonly title: string;
  readonly site: PaperSite;
  readonly place: SignaturePlace;
  readonly signer: Signer;
  readonly typedName: string;
  readonly drawn?: readonly Stroke[];
  readonly signedAt: Date;
  /** From where the signature was given. */
  readonly signedFrom?: string;
  /** How it was known who signs; left out where that was not recorded. */
  readonly identifiedBy?: string;
  /** Who else set the signer's login in the 30 days before, one sentence each. */
  readonly loginChanges?: readonly string[];
  readonly events: readonly SealEvent[];
  readonly reference: string;
  /** The short code by which anybody can ask whether the document is genuine, and where. */
  readonly code: string;
  readonly verifyAt: string;
  readonly sealedAt: Date;
};

/** What the page says that completes the certificate of a document sealed before. */
export type SupplementRequest = Omit<SealRequest, 'place' | 'drawn'> & {
  readonly originalSha256: string;
  readonly originalSealedAt: Date;
};

import type { SignaturePlace, Signer } from '../../ports/esign.ts';
import type { PaperSite } from '../render/document-text.ts';

/** The line of a drawn signature, from 0, 0 in the upper left to 1, 1 in the lower right corner of the box. */
export type Stroke = readonly (readonly [x: number, y: number])[];

/** An event of the document before it was sealed. */
export type SealEvent = {
  readonly at: Date;
  readonly what: string;
  readonly who: string;
  /** The network address of the caller. */
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
  /** The network address from which the signer signed. */
  readonly signedFrom?: string;
  /** How the signer was identified; left out when that was not recorded. */
  readonly identifiedBy?: string;
  /** Who else changed the signer's login in the 30 days before, one sentence each. */
  readonly loginChanges?: readonly string[];
  readonly events: readonly SealEvent[];
  readonly reference: string;
  /** The short code for checking whether the document is genuine, and the address for it. */
  readonly code: string;
  readonly verifyAt: string;
  readonly sealedAt: Date;
};

/** The input of the page that completes the certificate of an already sealed document. */
export type SupplementRequest = Omit<SealRequest, 'place' | 'drawn'> & {
  readonly originalSha256: string;
  readonly originalSealedAt: Date;
};

/** The input of the summary of an exported file. */
export type SummaryRequest = Pick<SealRequest, 'title' | 'site' | 'events' | 'reference' | 'verifyAt' | 'sealedAt'> & {
  readonly paragraphs: readonly string[];
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly digests: readonly { readonly label: string; readonly sha256: string }[];
};

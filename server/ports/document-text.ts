export type PaperSection = {
  readonly heading: string;
  /** A sentence before the statements. */
  readonly lead?: string;
  /** Clauses are numbered; statements are declarations of the signer. */
  readonly kind: 'clauses' | 'statements';
  readonly items: readonly string[];
};

/** The text of one kind of document. */
export type PaperBody = {
  /** The text is bundled, versioned, and marked as a sample (U-05). */
  readonly version: string;
  readonly introduction: readonly string[];
  readonly sections: readonly PaperSection[];
  /** What the signature confirms. */
  readonly declaration: string;
};

/** A document as text, for the PDF and for the page on a phone. */
export type DocumentText = PaperBody & {
  readonly title: string;
  readonly notice: string;
  readonly parties: readonly { readonly label: string; readonly value: string }[];
  readonly signer: string;
};

export type PaperSection = {
  readonly heading: string;
  /** A sentence before the statements. */
  readonly lead?: string;
  /** Clauses are numbered, statements are what the signer says of themself. */
  readonly kind: 'clauses' | 'statements';
  readonly items: readonly string[];
};

/** The words of one kind of paper. */
export type PaperBody = {
  /** U-05: the text is bundled, versioned, and marked as a sample. */
  readonly version: string;
  readonly introduction: readonly string[];
  readonly sections: readonly PaperSection[];
  /** What the signature says. */
  readonly declaration: string;
};

/** A paper as text, for the PDF and for the page where it is read on a phone. */
export type DocumentText = PaperBody & {
  readonly title: string;
  readonly notice: string;
  readonly parties: readonly { readonly label: string; readonly value: string }[];
  readonly signer: string;
};

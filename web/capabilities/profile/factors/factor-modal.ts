/** The props of a dialog that adds a second factor. */
export type FactorModalProps = {
  opened: boolean;
  /** The first second factor of an account also needs a code from a letter. */
  needsCode: boolean;
  /** Receives the recovery codes, which come with the first factor. */
  onAdded: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
};

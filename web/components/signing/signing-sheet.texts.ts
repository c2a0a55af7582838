/** The texts around a document that is being signed. */
export const signingTexts = {
  title: 'Sign Document',
  frame: (document: string) => `${document}, to read and sign`,
  leave: 'Leave document',
  openInTab: 'Open in a new tab',
  close: 'Close',
  again: 'Try again',
  next: (document: string) => `Next: ${document}`,
  position: (at: number, of: number) => `${at} of ${of}`,
  stillPending: (documents: readonly string[]) =>
    `Not signed yet: ${documents.join(', ')}. You can come back to it at any time.`,
  problem: 'There was a problem processing this document.',
  declined: 'You declined to sign this document. Nothing has been signed.',
  states: {
    asking: 'Loading Document',
    ready: 'Loading Document',
    waiting: 'Waiting for your signature',
    finishing: 'please wait while we complete the process...',
    done: 'Signed. Thank you.',
  },
} as const;

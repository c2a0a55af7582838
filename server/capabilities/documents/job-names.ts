/** Sends a document to the signing provider. */
export const SEND_DOCUMENT = 'send-document';

/** Asked for by whoever has a document that the provider should get. */
export const SEND_DOCUMENT = 'send-document';

import type { SignaturePlace, SignRequest } from '../../../ports/esign.ts';

/**
 * Days until an unsigned document expires. It is BoldSign's default, set explicitly because reconciling relies on it.
 */
export const SIGNABLE_DAYS = 60;

/** Form fields as BoldSign's SDK for Node writes them: objects as JSON, a list as one part per item. */
export function sendForm(request: SignRequest): FormData {
  const form = new FormData();
  form.append('files', new Blob([Uint8Array.from(request.pdf)], { type: 'application/pdf' }), 'document.pdf');
  form.append('title', request.title);
  form.append(
    'signers',
    JSON.stringify({
      name: request.signer.name,
      emailAddress: request.signer.email,
      signerType: 'Signer',
      formFields: [signatureField(request.place)],
    }),
  );
  // The list of documents shows labels but no meta data: the label finds a document whose answer was lost.
  form.append('labels', request.reference);
  form.append('metaData', JSON.stringify({ reference: request.reference }));
  // The product sends its own emails with links to its own pages; the provider sends none.
  form.append('disableEmails', 'true');
  form.append('disableExpiryAlert', 'true');
  form.append('enableEmbeddedSigning', 'true');
  // Only the requested signer signs, and on the screen: no reassignment, and no printed copy.
  form.append('enableReassign', 'false');
  form.append('enablePrintAndSign', 'false');
  form.append('expiryDateType', 'Days');
  form.append('expiryValue', String(SIGNABLE_DAYS));
  return form;
}

/**
 * @NOTE BoldSign measures from the upper left corner as the product does, but in pixels of 96 per inch, while PDF has
 * 72 points. Its reference names no unit. Others measured the factor: fields placed by hand in its editor are returned
 * at 4/3 of the points, and existing fields lie at heights (944) beyond a letter page of 792 points.
 */
const PIXELS_PER_POINT = 96 / 72;

function signatureField({ page, x, y, width, height }: SignaturePlace) {
  return {
    id: 'signature',
    name: 'Signature',
    fieldType: 'Signature',
    pageNumber: page,
    bounds: { x: pixels(x), y: pixels(y), width: pixels(width), height: pixels(height) },
    isRequired: true,
  };
}

function pixels(points: number): number {
  return Math.round(points * PIXELS_PER_POINT * 100) / 100;
}

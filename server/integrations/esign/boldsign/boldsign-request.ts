import type { SignaturePlace, SignRequest } from '../../../ports/esign.ts';

/** Days a document waits for its signature; BoldSign's own default, said aloud because the sweep counts on it. */
export const SIGNABLE_DAYS = 60;

/** Form fields as BoldSign's own SDK for Node writes them: objects as JSON, a list as one part for each of its items. */
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
  // The list of documents shows labels but no meta data: this one finds what was sent when the answer was lost.
  form.append('labels', request.reference);
  form.append('metaData', JSON.stringify({ reference: request.reference }));
  // Our own letters lead to our own pages; the provider writes to nobody.
  form.append('disableEmails', 'true');
  form.append('disableExpiryAlert', 'true');
  form.append('enableEmbeddedSigning', 'true');
  // Whoever signs is who was asked, on the screen: never somebody they name, never on paper.
  form.append('enableReassign', 'false');
  form.append('enablePrintAndSign', 'false');
  form.append('expiryDateType', 'Days');
  form.append('expiryValue', String(SIGNABLE_DAYS));
  return form;
}

/**
 * @NOTE BoldSign measures from the upper left corner as we do, but in pixels of 96 to the inch where PDF has 72 points.
 * Its reference names no unit. The factor is what others measured: fields placed by hand in its editor come back at 4/3
 * of the points, and fields in use lie at heights (944) that a letter page of 792 points does not have.
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

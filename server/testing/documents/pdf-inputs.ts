import type { PdfInput } from '../../pdf/render/document-text.ts';
import type { RenderedDocument } from '../../pdf/render/render-document.ts';
import type { SealRequest } from '../../pdf/seal/seal-request.ts';

export const northlight = { brand: 'Northlight', product: 'Vialkeep', colour: '#5a3ea6', name: 'Northlight Bank' };

export const maria = { name: 'Maria Gonzalez', email: 'maria.gonzalez@example.test' };

/** A storage agreement for Maria, with the given changes. */
export function paperFacts(facts: Partial<PdfInput> = {}): PdfInput {
  return {
    kind: 'storage',
    site: northlight,
    patient: maria,
    center: { company: 'Harbor Aesthetics Center', representative: 'Dr. James Okafor', email: 'front@harbor.test' },
    date: new Date('2026-11-15T07:00:00Z'),
    reference: 'kq3VfX9bT1uZp0aLmN2c4w',
    ...facts,
  };
}

/** Maria typed her name. The seal uses the clock of the test run, when its certificate is valid. */
export function sealRequest(
  { place }: Pick<RenderedDocument, 'place'>,
  request: Partial<SealRequest> = {},
): SealRequest {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const from = '203.0.113.7';
  return {
    title: 'Northlight Official Storage Agreement',
    site: northlight,
    place,
    signer: maria,
    typedName: maria.name,
    signedAt: new Date('2026-11-15T07:04:05Z'),
    signedFrom: from,
    events: [
      { at: minutesAgo(9), what: 'Sent', who: 'Harbor Aesthetics Center' },
      { at: minutesAgo(5), what: 'Opened', who: maria.name, from, device: 'Mozilla/5.0 (iPhone)' },
      { at: minutesAgo(1), what: 'Signed', who: maria.name, from },
    ],
    reference: 'kq3VfX9bT1uZp0aLmN2c4w',
    code: '7KQM-PX2A-9RTD',
    verifyAt: 'https://northlight.test/verify',
    sealedAt: new Date(),
    ...request,
  };
}

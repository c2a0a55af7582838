import { randomBytes } from 'node:crypto';
import { type RenderedDocument, renderDocument } from '../../pdf/render/render-document.ts';
import type { LinkOpening } from '../../ports/esign.ts';
import type { World } from '../world.ts';
import { maria, paperFacts } from './pdf-inputs.ts';

let made: Promise<RenderedDocument> | null = null;

export type PaperToSign = { reference: string; providerId: string };

/** A storage agreement for Maria at the signing service; the PDF is always the same, the reference is new. */
export async function newPaperToSign(world: World, domainId = 1): Promise<PaperToSign> {
  made ??= renderDocument(paperFacts());
  const { pdf, place, text } = await made;
  const reference = randomBytes(16).toString('base64url');
  const { esign } = world.app.services;
  const { providerId } = await esign.send({
    reference,
    domainId,
    title: 'Vialkeep Official Storage Agreement',
    pdf,
    place,
    signer: maria,
    text,
  });
  return { reference, providerId };
}

export const RETURN_TO = 'http://localhost:3000/patient-signed-completed-message?documentId=x&signedBy=Maria';

const BY_LETTER: LinkOpening = { by: 'letter', sentTo: maria.email };

/** The id of a link to the document, as in the page's address. */
export async function linkTo(
  world: World,
  { providerId }: PaperToSign,
  returnTo = RETURN_TO,
  opening = BY_LETTER,
): Promise<string> {
  const link = await world.app.services.esign.signLink(providerId, maria, returnTo, opening);
  return new URL(link).pathname.replace('/sign/', '');
}

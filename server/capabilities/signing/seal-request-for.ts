import type { Selectable } from 'kysely';
import { z } from 'zod';
import { documentCode } from '../../integrations/esign/document-code.ts';
import { paperSite } from '../../integrations/esign/paper/paper-site.ts';
import type { SealEvent, SealRequest } from '../../integrations/esign/seal/seal-request.ts';
import type { Signings } from '../../kernel/db/tables.generated.ts';
import type { Services } from '../../kernel/services.ts';

/** A row whose signature is complete, as the table promises of every signed one. */
export type SignedPaper = Selectable<Signings> & {
  typed_name: string;
  address: string;
  signed_at: Date;
  sealing_at: Date;
};

const Place = z.object({ page: z.number(), x: z.number(), y: z.number(), width: z.number(), height: z.number() });
const Drawn = z.array(z.array(z.tuple([z.number(), z.number()])));

/** What the certificate page says of a signature: the same today and whenever it is asked again. */
export async function sealRequestFor(services: Services, signing: SignedPaper): Promise<SealRequest> {
  const site = await services.domains.ofId(signing.domain_id);
  const signer = { name: signing.signer_name, email: signing.signer_email };
  return {
    title: signing.title,
    site: await paperSite(services.files, site),
    place: Place.parse(signing.place),
    signer,
    typedName: signing.typed_name,
    ...(signing.drawn === null ? {} : { drawn: Drawn.parse(signing.drawn) }),
    signedAt: signing.signed_at,
    signedFrom: signing.address,
    events: await eventsUntil(services, signing, { signer: signer.name, site: site.brand }),
    reference: signing.reference,
    code: documentCode(signing.reference),
    verifyAt: `${site.url}/verify`,
    sealedAt: signing.sealing_at,
  };
}

const words = { made: 'Made ready to be signed', opened: 'Opened', signed: 'Signed' } as const;

/** Somebody may open the page after having signed; that is no part of how the signature came about. */
async function eventsUntil(
  { store }: Services,
  signing: SignedPaper,
  who: { signer: string; site: string },
): Promise<SealEvent[]> {
  const rows = await store
    .read('platform')
    .selectFrom('signing_events')
    .select(['kind', 'at', 'address', 'device'])
    .where('signing_id', '=', signing.id)
    .where('at', '<=', signing.signed_at)
    .orderBy('id')
    .execute();
  return rows.flatMap(({ kind, at, address, device }) => {
    if (kind !== 'made' && kind !== 'opened' && kind !== 'signed') return [];
    return {
      at,
      what: words[kind],
      who: kind === 'made' ? who.site : who.signer,
      ...(address === null ? {} : { from: address }),
      ...(device === null ? {} : { device }),
    };
  });
}

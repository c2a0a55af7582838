import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Signings } from '../../kernel/db/tables.generated.ts';
import type { Services } from '../../kernel/services.ts';
import { documentCode } from '../../pdf/document-code.ts';
import { paperSite } from '../../pdf/render/document-site.ts';
import type { SealEvent, SealRequest } from '../../pdf/seal/seal-request.ts';

/** A row with a complete signature, which a check constraint guarantees for every signed row. */
export type SignedPaper = Selectable<Signings> & {
  typed_name: string;
  address: string;
  signed_at: Date;
  sealing_at: Date;
};

/** The same row, where the signature is complete. */
export function requireWhole(row: Selectable<Signings>): SignedPaper {
  const { typed_name, address, signed_at, sealing_at } = row;
  if (typed_name === null || address === null || !signed_at || !sealing_at) throw new Error('A signature has gaps.');
  return { ...row, typed_name, address, signed_at, sealing_at };
}

const Place = z.object({ page: z.number(), x: z.number(), y: z.number(), width: z.number(), height: z.number() });
const Drawn = z.array(z.array(z.tuple([z.number(), z.number()])));

/** The content of the certificate page, which is the same whenever it is computed. */
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
    ...(signing.identified_by === null ? {} : { identifiedBy: signing.identified_by }),
    loginChanges: signing.login_changes,
    events: await eventsUntilSigned(services, signing, { signer: signer.name, site: site.brand }),
    reference: signing.reference,
    code: documentCode(signing.reference),
    verifyAt: `${site.url}/verify`,
    sealedAt: signing.sealing_at,
  };
}

const words = { made: 'Made ready to be signed', opened: 'Opened', signed: 'Signed' } as const;

/**
 * The events up to the signature, in the order of their ids: database timestamps are finer than those JavaScript can
 * compare. Later events are not part of the certificate.
 */
async function eventsUntilSigned(
  { store }: Services,
  signing: SignedPaper,
  who: { signer: string; site: string },
): Promise<SealEvent[]> {
  const rows = await store
    .read('platform')
    .selectFrom('signing_events')
    .select(['kind', 'at', 'address', 'device'])
    .where('signing_id', '=', signing.id)
    .where('id', '<=', (eb) =>
      eb
        .selectFrom('signing_events as last')
        .select('last.id')
        .where('last.signing_id', '=', signing.id)
        .where('last.kind', '=', 'signed'),
    )
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

import { readVerified } from '../../kernel/files/read-verified.ts';
import type { Services } from '../../kernel/services.ts';
import { type Esign, EsignRefused, EsignUnavailable, type Signing } from '../../ports/esign.ts';
import { createSigning } from './create-signing.ts';
import { openLink } from './open-link.ts';

export type SigningServices = Pick<Services, 'store' | 'files' | 'domains'>;

/** The built-in signing provider. Its documents, signatures and seals are in the same database and file store. */
export function builtinEsign(services: SigningServices): Esign {
  const signings = () => services.store.read('platform').selectFrom('signings');

  return {
    name: 'builtin',
    send: (request) => createSigning(services, request),
    signLink: (providerId, _signer, returnTo, opening) => openLink(services, providerId, returnTo, opening),
    async look(providerId) {
      const row = await signings()
        .select(['id', 'state', 'signed_at', 'sealed_at'])
        .where('id', '=', providerId)
        .executeTakeFirst();
      return row ? present(row) : { providerId, state: 'missing', signedAt: null };
    },
    async file(providerId) {
      const row = await signings()
        .select(['sealed_file', 'sealed_sha256'])
        .where('id', '=', providerId)
        .executeTakeFirst();
      if (!row?.sealed_file || !row.sealed_sha256) throw new EsignUnavailable('The document is not sealed yet.');
      const content = await readVerified(services.files, row.sealed_file, row.sealed_sha256);
      if (content === null) throw new EsignRefused('The sealed file is gone or was changed.');
      return content;
    },
    async changedSince(moment) {
      const rows = await signings()
        .select(['id', 'state', 'signed_at', 'sealed_at'])
        .where('changed_at', '>', moment)
        .where('state', '<>', 'pending')
        .execute();
      return rows.map(present);
    },
    // The built-in provider reports by its own job and sends no webhooks, so every message is from another sender.
    readNotification: () => null,
  };
}

type Row = { id: string; state: 'pending' | 'signed' | 'declined'; signed_at: Date | null; sealed_at: Date | null };

/** A signature counts once the file is sealed; until then the document is pending. */
function present({ id, state, signed_at, sealed_at }: Row): Signing {
  const isWaiting = state === 'signed' && sealed_at === null;
  return { providerId: id, state: isWaiting ? 'pending' : state, signedAt: isWaiting ? null : signed_at };
}

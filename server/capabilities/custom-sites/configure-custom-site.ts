import { createHash } from 'node:crypto';
import { configureCustomSite, customSiteMessages } from '@vialkeep/contract/custom-sites.ts';
import { mediaTypeOf, storedName } from '../../integrations/files/file-type.ts';
import { audit } from '../../kernel/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { lockedRegistration, registrationOf } from './custom-sites.queries.ts';

/** The bytes are stored first: a file without a row is waste, a row without a file would be a broken picture. */
export const configureCustomSiteHandler = handle(
  configureCustomSite,
  async ({ actor, body, file, db, write, services }) => {
    await registrationOf(db, body.domain);
    const logo = storedName('site-logos', file.type);
    await services.files.put(logo, file.bytes, { mediaType: mediaTypeOf(file.type) });
    await write(async (work) => {
      const { site_id: id, name } = await lockedRegistration(work, body.domain);
      await work.db
        .insertInto('files')
        .values({
          name: logo,
          // Whoever registers a site is not one of its people.
          domain_id: actor.domainId,
          owner_id: actor.userId,
          uploaded_by: actor.acting?.byId ?? actor.userId,
          given_name: file.givenName,
          media_type: mediaTypeOf(file.type),
          bytes: file.bytes.length,
          sha256: createHash('sha256').update(file.bytes).digest('hex'),
        })
        .execute();
      await work.db
        .updateTable('domains')
        .set({
          email_sender: body.email_sender,
          support_email: body.support_email ?? body.email_sender,
          logo: `/media/${logo}`,
          ...(body.colour === undefined ? {} : { colour: body.colour }),
        })
        .where('id', '=', id)
        .execute();
      await work.db
        .updateTable('custom_sites')
        .set({ configured_at: new Date(), description: body.description ?? `Site for ${name}` })
        .where('site_id', '=', id)
        .execute();
      await audit(work, {
        domainId: id,
        action: 'custom_sites.configure',
        subject: 'domain',
        subjectId: id,
        facts: { colour: body.colour ?? null, bytes: file.bytes.length },
      });
    });
    services.domains.readAnew();
    return { success: true as const, message: customSiteMessages.created };
  },
);

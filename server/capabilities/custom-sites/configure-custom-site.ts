import { configureCustomSite, customSiteMessages } from '@vialkeep/contract/custom-sites.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { changesBetween } from '../../kernel/audit/audit-changes.ts';
import { insertFileRow, storeFile } from '../../kernel/files/insert-file-row.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuse, refuseBy } from '../../kernel/http/refuse.ts';
import { isPrinted } from '../../pdf/render/document-site.ts';
import { isLogoRenderable } from '../../pdf/worker.ts';
import { EsignUnavailable } from '../../ports/esign.ts';
import { updateSite } from '../sites/index.ts';
import { lockedRegistration, registrationOf } from './custom-sites.queries.ts';
import { siteLogoUploads } from './custom-sites.uploads.ts';

export const configureCustomSiteHandler = handle(
  configureCustomSite,
  async ({ actor, body, file, db, write, services }) => {
    await registrationOf(db, body.domain);
    if (isPrinted(file.type, file.bytes.length)) await requirePrintable(file.bytes);
    const logo = await storeFile(services, siteLogoUploads.folder, file);
    await write(async (work) => {
      const { site_id: id, name } = await lockedRegistration(work, body.domain);
      // The administrator who registers the site owns the file; the site has no users yet.
      await insertFileRow(work, actor, logo, file.givenName);
      const brand = {
        email_sender: body.email_sender,
        support_email: body.support_email ?? body.email_sender,
        logo: `/media/${logo.name}`,
        ...(body.colour === undefined ? {} : { colour: body.colour }),
      };
      const before = await work.db
        .selectFrom('domains')
        .select(['email_sender', 'support_email', 'logo', 'colour'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      await updateSite(work, id, brand);
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
        changes: changesBetween(before, brand),
      });
    });
    services.domains.readAnew();
    return { success: true as const, message: customSiteMessages.created };
  },
);

async function requirePrintable(logo: Buffer): Promise<void> {
  const isPrintable = await isLogoRenderable(logo).catch((error: unknown) => {
    throw error instanceof EsignUnavailable ? refuse('unavailable') : error;
  });
  if (isPrintable) return;
  throw refuseBy(configureCustomSite, 'logo_unprintable', { fields: ['logo'] });
}

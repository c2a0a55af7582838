import { createImport } from '@vialkeep/contract/imports.ts';
import { type DomainId, ImportId } from '@vialkeep/contract/kernel/ids.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { type Call, handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';

export const createImportHandler = handle(createImport, async (call) => {
  const { actor, body, write } = call;
  const siteId = await siteOf(call);
  return write(async (work) => {
    const { id } = await work.db
      .insertInto('imports')
      .values({ domain_id: siteId, name: body.name, missing_email: body.missing_email, created_by: actor.userId })
      .returning('id')
      .executeTakeFirstOrThrow();
    await audit(work, { domainId: siteId, action: 'imports.create', subject: 'import', subjectId: id });
    return { success: true as const, id: ImportId.parse(id) };
  });
});

/** An administrator of one site imports only into that site (S-31). */
async function siteOf({ actor, body, services }: Call<typeof createImport>): Promise<DomainId> {
  if (body.domain === undefined || body.domain === actor.domainId) return actor.domainId;
  const isKnown = (await services.domains.all()).some(({ id }) => id === body.domain);
  if (actor.scope === 'platform' && isKnown) return body.domain;
  throw refuseBy(createImport, 'unknown_domain', { fields: ['domain'] });
}

import { readPrivacyExport } from '@vialkeep/contract/privacy.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../kernel/http/refuse.ts';
import { ownRequests } from './privacy.queries.ts';

export const readPrivacyExportHandler = handle(
  readPrivacyExport,
  async ({ access, actor, db, params, services, write }) => {
    const request = orNotFound(
      await ownRequests(db, actor.userId)
        .where('privacy_requests.id', '=', params.id)
        .where('privacy_requests.kind', '=', 'export')
        .executeTakeFirst(),
    );
    access.authorize({ domainId: request.domain_id, ownerIds: [request.user_id] });
    const { file, file_until } = request;
    if (file === null || file_until === null || file_until <= new Date()) {
      throw refuseBy(readPrivacyExport, 'export_over');
    }
    const kept = await services.files.open(file);
    if (kept === null) throw refuseBy(readPrivacyExport, 'export_over');
    try {
      await write((work) =>
        audit(work, {
          domainId: request.domain_id,
          action: 'privacy.download',
          subject: 'privacy_request',
          subjectId: request.id,
        }),
      );
    } catch (error) {
      kept.stream.destroy();
      throw error;
    }
    return { ...kept, mediaType: 'application/zip', fileName: `your-data-${request.id}.zip` };
  },
);

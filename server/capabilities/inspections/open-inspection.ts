import { openInspection } from '@vialkeep/contract/inspections.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { handlePublic, withRateLimit } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { findInspectionByKey, inspectionAttempts } from './inspection-by-key.ts';
import { tryInspectionCode } from './inspection-codes.ts';
import { createInspectionSession } from './inspection-sessions.ts';

/** Wrong codes of one inspection, over all codes and networks. */
const TRIES = { bucket: 'inspection-tries', most: 20, minutes: 60 };

/** Reads across sites, because the caller has no session; the key is valid on the site of its inspection only. */
export const openInspectionHandler = withRateLimit(
  handlePublic(openInspection, async ({ body, request, services }) => {
    const { store, limits } = services;
    const inspection = await findInspectionByKey(store.read('platform'), body.key, request.site.id).executeTakeFirst();
    if (!inspection) throw refuseBy(openInspection, 'link_over');
    const counted = { limit: TRIES, subject: String(inspection.id) };
    await limits.countInOrder([counted]);
    const token = await store.write('platform', actorlessContext(request), async (work) => {
      const isRight = await tryInspectionCode(work, inspection.id, body.code);
      const session = isRight ? await createInspectionSession(work, inspection) : null;
      await audit(work, {
        domainId: inspection.domain_id,
        action: session ? 'inspections.enter' : 'inspections.wrong_code',
        subject: 'inspection',
        subjectId: inspection.id,
        facts: session ? { session: session.id } : {},
      });
      return session?.token ?? null;
    });
    if (token === null) throw refuseBy(openInspection, 'wrong_code', { fields: ['code'] });
    await limits.refund([counted]);
    const { agency, reason, with_names, patients, ends_at } = inspection;
    return {
      token,
      inspection: {
        agency,
        site: request.site.brand,
        reason,
        with_names,
        patients,
        ends_at: ends_at.toISOString(),
      },
    };
  }),
  inspectionAttempts,
);

import { sendInspectionCode } from '@vialkeep/contract/inspections.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { handlePublic, withRateLimit } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { findInspectionByKey, inspectionAttempts } from './inspection-by-key.ts';
import { issueInspectionCode } from './inspection-codes.ts';
import { sendInspectionCode as sendCodeEmail } from './inspection-emails.ts';

const LETTERS = { bucket: 'inspection-codes', most: 5, minutes: 60 };

/** Reads across sites, because the caller has no session; the key is valid on the site of its inspection only. */
export const sendInspectionCodeHandler = withRateLimit(
  handlePublic(sendInspectionCode, async ({ body, request, services }) => {
    const { store, limits } = services;
    const known = await findInspectionByKey(store.read('platform'), body.key, request.site.id).executeTakeFirst();
    if (!known) throw refuseBy(sendInspectionCode, 'link_over');
    await limits.count(LETTERS, String(known.id));
    await store.write('platform', actorlessContext(request), async (work) => {
      // The row lock makes simultaneous requests replace each other's codes one after the other.
      const inspection = await findInspectionByKey(work.db, body.key, request.site.id).forUpdate().executeTakeFirst();
      if (!inspection) throw refuseBy(sendInspectionCode, 'link_over');
      const code = await issueInspectionCode(work, inspection);
      await sendCodeEmail(work, request.site, inspection, code);
      await audit(work, {
        domainId: inspection.domain_id,
        action: 'inspections.send_code',
        subject: 'inspection',
        subjectId: inspection.id,
      });
    });
    return { success: true as const, message: 'A code is on its way to the address that the link was sent to.' };
  }),
  inspectionAttempts,
);

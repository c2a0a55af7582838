import { askForPrivacy } from '@vialkeep/contract/privacy.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { enqueue } from '../../kernel/jobs/jobs.ts';
import { administrators } from '../../kernel/policy/policy.ts';
import { ownRecords } from '../../kernel/policy/rules.ts';
import { accountsById } from '../accounts/index.ts';
import { BUILD_EXPORT } from './job-names.ts';
import { presentOwnRequest } from './privacy.present.ts';
import { insertRequest } from './privacy.queries.ts';
import { sendReceipt, tellAdministratorsOfRequest } from './privacy-emails.ts';

/** An export is built by a job; all other requests wait for an administrator. */
export const askForPrivacyHandler = handle(
  askForPrivacy,
  async ({ access, actor, body, services, write }) => {
    access.authorize(ownRecords(actor));
    if (body.kind === 'erasure' && administrators.includes(actor.plan)) {
      throw refuseBy(askForPrivacy, 'is_administrator');
    }
    const home = await services.domains.ofId(actor.domainId);
    return write(async (work) => {
      const person = await accountsById(work.db, [actor.userId])
        .select(['id', 'domain_id', 'plan_id', 'username', 'email'])
        .executeTakeFirstOrThrow();
      const row = await insertRequest(work, actor, body.kind, body.text);
      const request = { id: row.id, kind: body.kind, dueOn: row.due_on };
      await sendReceipt(work, home, person, request);
      if (body.kind === 'export') await enqueue(work, BUILD_EXPORT, { id: row.id });
      else await tellAdministratorsOfRequest(work, home, person, request);
      await audit(work, {
        domainId: actor.domainId,
        action: 'privacy.request',
        subject: 'privacy_request',
        subjectId: row.id,
        facts: { kind: body.kind, person: actor.userId },
      });
      return { success: true as const, message: 'We have received your request.', request: presentOwnRequest(row) };
    });
  },
  { one_open_request_of_a_kind: { reason: 'already_asked' } },
);

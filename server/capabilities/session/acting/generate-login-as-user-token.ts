import { generateLoginAsUserToken } from '@vialkeep/contract/session.ts';
import { sql } from 'kysely';
import { audit } from '../../../kernel/audit/audit.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { newSecret, secretHash } from '../../../kernel/secrets/secrets.ts';
import { sessionOf } from '../../../kernel/session/actor.ts';
import { actingReason } from './acting-reason.ts';
import { requireImpersonationTarget } from './impersonation-target.ts';

const SECONDS = 60;

export const generateLoginAsUserTokenHandler = handle(
  generateLoginAsUserToken,
  async ({ actor, body, db, write, services }) => {
    const target = await requireImpersonationTarget(db, actor, body.user_id);
    const reason = actingReason(generateLoginAsUserToken, body.reason, actor);
    const home = await services.domains.ofId(target.domain.id);
    const code = newSecret();
    await write(async (work) => {
      await work.db
        .insertInto('login_as_codes')
        .values({
          code_hash: secretHash(code),
          domain_id: target.domain.id,
          session_id: sessionOf(actor),
          target_id: target.id,
          site_id: home.id,
          reason,
          expires_at: sql`now() + make_interval(secs => ${SECONDS})`,
        })
        .execute();
      await audit(work, {
        domainId: target.domain.id,
        action: 'session.generate_login_as_code',
        subject: 'user',
        subjectId: target.id,
        ...(reason === null ? {} : { facts: { reason } }),
      });
    });
    return {
      success: true as const,
      message: 'Ready to log in.',
      user_id: target.id,
      token: code,
      domain: { url: home.url },
    };
  },
);

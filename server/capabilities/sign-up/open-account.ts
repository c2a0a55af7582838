import type { Plan } from '@vialkeep/contract/plans.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { RequestFacts } from '../../kernel/http/handle.ts';
import { countStrangerLetter } from '../../kernel/mail/unrelated-recipients.ts';
import { networkOf } from '../../kernel/rate-limits.ts';
import { checkNewPassword } from '../../kernel/secrets/new-password.ts';
import { hashPassword } from '../../kernel/secrets/passwords.ts';
import type { Services } from '../../kernel/services.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { createAccount } from '../accounts/index.ts';
import { askToConfirm } from '../email-changes/index.ts';
import type { RelationChanges, Subject } from '../network/index.ts';

/** The optional columns that a sign-up writes; other fields of a form are not stored. */
const optional = [
  'company',
  'phone_number',
  'address1',
  'address2',
  'city',
  'state_desc',
  'country_desc',
  'zip_code',
] as const;

type Details = { first_name: string; last_name: string; email: string; password: string } & {
  [Column in (typeof optional)[number]]?: string | undefined;
};

/**
 * Creates an account that a user opens for themselves, on the site of the page. `relate` adds its relations or refuses;
 * then the transaction rolls back.
 */
export async function openAccount(
  { request, services }: { readonly request: RequestFacts; readonly services: Services },
  plan: Plan,
  details: Details,
  relate: (work: Work, subject: Subject) => Promise<Pick<RelationChanges, 'added'>>,
) {
  const { limits, settings, store } = services;
  const limit = { bucket: 'sign-up', most: settings.signUpsPerHour, minutes: 60 };
  await limits.count(limit, networkOf(request.address));
  await checkNewPassword(details.password, { ...details, site: request.site }, 'password');
  const password_hash = await hashPassword(details.password);
  const { first_name, last_name, email } = details;
  await countStrangerLetter(services, { actor: null, address: request.address, recipient: email });
  const rest = Object.fromEntries(optional.map((column) => [column, details[column] ?? '']));

  return store.write(request.site.id, actorlessContext(request), async (work) => {
    const { id } = await createAccount(work, {
      ...rest,
      first_name,
      last_name,
      email,
      plan_id: plan,
      domain_id: request.site.id,
      password_hash,
      self_made: true,
    });
    await askToConfirm(work, request.site, { id, email, domain_id: request.site.id });
    const { added } = await relate(work, { id, plan, domainId: request.site.id });
    await audit(work, {
      domainId: request.site.id,
      action: 'sign_up.open_account',
      subject: 'user',
      subjectId: id,
      facts: { plan, added },
    });
    return id;
  });
}

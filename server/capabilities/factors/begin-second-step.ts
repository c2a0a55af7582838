import type { Plan } from '@vialkeep/contract/plans.ts';
import type { SecondStep } from '@vialkeep/contract/session.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { RequestFacts } from '../../kernel/http/handle.ts';
import { administrators } from '../../kernel/policy/policy.ts';
import type { Services } from '../../kernel/services.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { methodsOfPerson } from '../../kernel/session/proof.ts';
import { type FirstStep, issueChallenge } from './challenges.ts';
import { buildAssertionOptions } from './passkeys.ts';

type Person = { readonly id: number; readonly domain_id: number; readonly plan_id: Plan };

/** The account of an administrator opens every other, so its browser is asked each time. */
export function mayRememberDevice({ plan_id }: Pick<Person, 'plan_id'>): boolean {
  return !administrators.includes(plan_id);
}

/** Answers a right password of an account with a second factor. No session exists until the factor is proven. */
export async function beginSecondStep(
  services: Services,
  person: Person,
  first: FirstStep,
  request: RequestFacts,
): Promise<SecondStep> {
  const { store } = services;
  const { site } = request;
  const methods = await methodsOfPerson(services, person.id, site);
  const passkey = methods.includes('passkey')
    ? await buildAssertionOptions(store.read('platform'), site, person.id)
    : null;
  const login = await store.write('platform', actorlessContext(request), async (work) => {
    await audit(work, {
      domainId: person.domain_id,
      action: 'session.ask_second_factor',
      subject: 'user',
      subjectId: person.id,
      facts: { first: first.provedBy },
    });
    const challenge = passkey?.challenge ?? null;
    return issueChallenge(work.db, { purpose: 'second_factor', siteId: site.id, person, challenge, first });
  });
  return {
    success: true,
    message: 'Enter your second factor.',
    token: null,
    user: null,
    next: { login, methods, passkey: passkey && { ...passkey }, may_remember: mayRememberDevice(person) },
  };
}

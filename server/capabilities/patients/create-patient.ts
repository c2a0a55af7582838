import { createPatient } from '@vialkeep/contract/patients.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Domain, Domains } from '../../kernel/domains.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { countStrangerLetter } from '../../kernel/mail/unrelated-recipients.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { addPatient } from './add-patient.ts';
import { changeProcessing } from './change-processing.ts';

export const createPatientHandler = handle(
  createPatient,
  async ({ actor, body, write, request, services }) => {
    const home = await siteFor(actor, body.domain, services.domains);
    const { email, first_name, last_name } = body;
    await countStrangerLetter(services, { actor, address: request.address, recipient: email });
    return write(async (work) => {
      const patient = await addPatient(work, home, { email, first_name, last_name }, body);
      await changeProcessing(work, patient, body);
      await audit(work, {
        domainId: home.id,
        action: 'patients.create',
        subject: 'user',
        subjectId: patient.id,
        facts: { plan: Plan.generalMember },
      });
      return { success: true as const, id: patient.id, message: 'The patient has been added.' };
    });
  },
  { users_email_once: { reason: 'email_in_use', field: 'email' } },
);

/** The named site, if the administrator may use it; their own where none is named. */
async function siteFor(actor: Actor, named: number | undefined, domains: Domains): Promise<Domain> {
  if (named === undefined) return domains.ofId(actor.domainId);
  const isTheirs = actor.scope === 'platform' || actor.scope === named;
  const site = isTheirs ? (await domains.all()).find(({ id }) => id === named) : undefined;
  if (site) return site;
  throw refuseBy(createPatient, 'unknown_domain', { fields: ['domain'] });
}

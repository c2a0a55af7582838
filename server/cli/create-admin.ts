import { Email } from '@vialkeep/contract/kernel/text.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { createAccount, hasAccount } from '../capabilities/accounts/index.ts';
import { issueOneTimePassword } from '../capabilities/session/index.ts';
import { audit } from '../kernel/audit/audit.ts';
import { actorlessContext } from '../kernel/session/actor.ts';
import { withServices } from './with-services.ts';

const [email = '', firstName = '', lastName = ''] = process.argv.slice(2);

/** `npm run create-admin -- mail@example.org Ada Lovelace`: creates the first super admin of a new installation. */
await withServices(async ({ store, domains }) => {
  if (!Email.safeParse(email).success || firstName === '' || lastName === '') {
    console.error('Say who: npm run create-admin -- E-MAIL FIRST-NAME LAST-NAME');
    return 1;
  }
  if (await hasAccount(store.read('platform'), email)) {
    console.error('This e-mail already has an account.');
    return 1;
  }
  const main = await domains.main();
  const password = await store.write('platform', actorlessContext('create-admin'), async (work) => {
    const account = await createAccount(work, {
      domain_id: main.id,
      plan_id: Plan.superAdmin,
      email,
      first_name: firstName,
      last_name: lastName,
    });
    await audit(work, { domainId: main.id, action: 'users.create_admin', subject: 'user', subjectId: account.id });
    return issueOneTimePassword(work, account);
  });
  console.log(`${email} is a super admin. One-time password, good for 60 minutes: ${password}`);
  return 0;
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { plantGivenUp } from '../../testing/reconciliation/planted-charges.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { transactionDecisions } from './personal-data-of-orders.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

/** An orphan charge whose note names a person; an empty reference is that of a charge by hand. */
async function plantNote(gatewayId: string, reference: string, name: string): Promise<void> {
  await world.sql(
    `insert into reconciliation_items (domain_id, kind, gateway, gateway_id, about, reference, theirs_cents, state, how, note,
       write_off_note, resolved_by, resolved_at)
     values (1, 'not_in_our_books', 'sandbox', $1, 'charge', $2, 4200, 'resolved', 'explained', 'Called ' || $3::text,
       'Asked ' || $3::text, (select id from users where email = 'admin@vialkeep.test'), now())`,
    [gatewayId, reference, name],
  );
}

test('a note on an orphan charge is exported and erased with the buyer or patient of its attempt, and no other note is', async () => {
  const [person] = await world.sql<{ id: number; email: string }>(
    "select id, email from users where email = 'patient@vialkeep.test'",
  );
  if (!person) throw new Error('There is no patient.');
  await plantGivenUp(world, person.email, 'attempt-of-checkout');
  await world.sql(
    `with offers as (insert into storage_offers (domain_id, name, years, price_cents) values (1, 'Notes', 1, 100)
         returning id),
       plans as (insert into storage_enrolments (domain_id, patient_id, offer_id, starts_on)
         select 1, $1, id, '2030-01-01' from offers returning id),
       invoices as (insert into storage_invoices (domain_id, enrolment_id, from_day, to_day, cents, due_on)
         select 1, id, '2030-01-01', '2030-12-31', 100, '2030-01-01' from plans returning id)
     insert into storage_charges (invoice_id, domain_id, by_id, tried_on, gateway, reference, state, card_last4, message,
       settled_at)
     select id, 1, $1, '2030-01-01', 'sandbox', 'attempt-of-storage', 'declined', '4242', 'No', now() from invoices`,
    [person.id],
  );
  await plantNote('n1', 'attempt-of-checkout', person.email);
  await plantNote('n2', 'attempt-of-storage', person.email);
  await plantNote('n3', '', person.email);
  await plantNote('n4', 'attempt-of-another', person.email);

  const exported = await world.sql(
    `select gateway_id from reconciliation_items
     where ${transactionDecisions.reconciliation_items.where?.replaceAll(':person', '$1')} order by 1`,
    [person.id],
  );
  expect(exported).toEqual([{ gateway_id: 'n1' }, { gateway_id: 'n2' }]);

  await world.sql('update users set is_active = false, removed_at = now(), erased_at = now() where id = $1', [
    person.id,
  ]);
  const erased = await world.sql(
    "select gateway_id from reconciliation_items where note = 'Erased.' and write_off_note = 'Erased.' order by 1",
  );
  expect(erased).toEqual([{ gateway_id: 'n1' }, { gateway_id: 'n2' }]);
});

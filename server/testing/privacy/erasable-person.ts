import { createLocation } from '@vialkeep/contract/locations.ts';
import { updateUser } from '@vialkeep/contract/profile.ts';
import { signAllDocuments } from '../documents/signers.ts';
import type { Caller, World } from '../world.ts';

/** Words that occur nowhere else in the demo network. */
export const erasable = {
  firstName: 'Zephyrine',
  lastName: 'Quillfeather',
  name: 'Zephyrine Quillfeather',
  email: 'zephyrine@quillfeather.test',
  oldEmail: 'zq-before@quillfeather.test',
  phone: '+43 7719 555 0142',
  address: '77 Plumbago Terrace',
  city: 'Ostrandholm',
} as const;

export const traces = [
  erasable.firstName,
  erasable.lastName,
  'quillfeather.test',
  erasable.phone,
  'Plumbago',
  erasable.city,
] as const;

export const TYPED_ADDRESS = 'another-guest@example.org';

/** A patient with rows in nearly every table: a login, letters, papers, orders, cards, files and notes. */
export async function newErasablePerson(world: World): Promise<{ id: number; caller: Caller }> {
  const [row] = await world.sql<{ id: number }>(
    `insert into users (domain_id, plan_id, email, first_name, last_name, password_hash, check_agreement, email_verified_at,
       tags)
     select 1, 2, $1, $2, $3, password_hash, 'yes', now(), '{1}' from users where email = 'donor@vialkeep.test' returning id`,
    [erasable.email, erasable.firstName, erasable.lastName],
  );
  const id = row?.id ?? 0;
  await world.sql(
    `insert into relations (domain_id, subject_id, kind, object_id, approved_at)
     select 1, $1, 'center', id, now() from users where email = 'hc@vialkeep.test'`,
    [id],
  );
  const caller = await world.as(erasable.email);
  const address = { address1: erasable.address, city: erasable.city, state_desc: 'Tyrol', country_desc: 'Austria' };
  await world.call(caller, updateUser, { params: { id }, body: { phone_number: erasable.phone, ...address } });
  await world.call(caller, createLocation, { body: { ...address, location_name: 'Home' } });
  await signAllDocuments(world, await world.as('hc'), { name: erasable.name, email: erasable.email });
  await addPast(world, id);
  return { id, caller };
}

/** Rows with a past that no call can write at once. */
async function addPast(world: World, id: number): Promise<void> {
  const place = JSON.stringify({
    address1: erasable.address,
    city: erasable.city,
    state: 'Tyrol',
    country_desc: 'Austria',
  });
  await world.sql(
    `insert into transactions (domain_id, buyer_id, patient_id, product_id, quantity, amount_cents, price_cents,
       shipping_cents, harvest_fee_cents, discount_cents, charged_cents, charged_quantity, gateway, gateway_id, invoice_id,
       description, billing_address, shipping_address, shipping_date, receipt_email, card_last4)
     values (1, $1, $1, 3, 1, 29500, 29500, 0, 0, 0, 29500, 1, 'sandbox', 'erasable', 1, 'Harvesting Kit', $2, $2,
       current_date - 30, $3, '4242')`,
    [id, place, erasable.email],
  );
  await world.sql(
    `insert into transaction_changes (domain_id, transaction_id, note, before, after)
     select 1, id, 'Called ' || $2::text, '{}', '{}' from transactions where buyer_id = $1`,
    [id, erasable.name],
  );
  await world.sql(
    `insert into refunds (domain_id, transaction_id, cents, way, reason, note, key, requested_by, state, reference,
       settled_at)
     select 1, id, 100, 'outside', 'goodwill', 'Called ' || $2::text, gen_random_uuid(),
       (select id from users where email = 'admin@vialkeep.test'), 'done', 'erasable', now()
     from transactions where buyer_id = $1`,
    [id, erasable.name],
  );
  await world.sql(
    `insert into reconciliation_items (domain_id, kind, gateway, gateway_id, about, transaction_id, ours_cents, state, how,
       note, write_off_note, resolved_by, resolved_at)
     select 1, 'not_at_gateway', gateway, 'erasable', 'charge', id, 100, 'resolved', 'explained', 'Called ' || $2::text,
       'Called ' || $2::text, (select id from users where email = 'admin@vialkeep.test'), now()
     from transactions where buyer_id = $1`,
    [id, erasable.name],
  );
  await world.sql(
    `with offers as (insert into storage_offers (domain_id, name, years, price_cents) values (1, 'Yearly', 1, 100)
         returning id),
       plans as (insert into storage_enrolments (domain_id, patient_id, offer_id, starts_on, end_asked_at, end_note)
         select 1, $1, id, '2030-01-01', now(), 'Signed ' || $2::text from offers returning id),
       invoices as (insert into storage_invoices (domain_id, enrolment_id, from_day, to_day, cents, due_on)
         select 1, id, '2030-01-01', '2030-12-31', 100, '2030-01-01' from plans returning id)
     insert into storage_charges (invoice_id, domain_id, by_id, tried_on, gateway, reference, state, card_last4, message,
       settled_at)
     select id, 1, $1, '2030-01-01', 'sandbox', 'erasable', 'declined', '4242', 'Ask ' || $2::text, now() from invoices`,
    [id, erasable.name],
  );
  await world.sql(
    `insert into checkouts (domain_id, buyer_id, actor_id, invoice_id, fingerprint, ordered, total_cents, gateway,
       reference, state, message, settled_at)
     values (1, $1, $1, 7, sha256('x'), jsonb_build_object('billing', $2::jsonb, 'shipping', null, 'newPatient', null,
       'receiptEmail', $3::text, 'description', 'Kit'), 100, 'sandbox', 'erasable', 'declined', 'No', now())`,
    [id, place, erasable.email],
  );
  await world.sql(
    `insert into email_changes (domain_id, user_id, asked_by, old_email, new_email, expires_at, ended_at, ended_why)
     values (1, $1, 'administrator', $2, $3, now(), now(), 'withdrawn')`,
    [id, erasable.oldEmail, erasable.email],
  );
  // An address that the person only typed belongs to another member.
  await world.sql(
    `insert into email_changes (domain_id, user_id, asked_by, old_email, new_email, expires_at, ended_at, ended_why)
     values (1, $1, 'person', $2, $3, now(), now(), 'withdrawn')`,
    [id, erasable.email, TYPED_ADDRESS],
  );
  await world.sql(
    `insert into documents (domain_id, document_id, kind, name, signer_name, signer_email, code)
     values (1, repeat('B', 17) || 'guest', 'storage', 'Storage', 'Another Guest', $1, 'planted-typed')`,
    [TYPED_ADDRESS],
  );
  await world.sql(
    `insert into letters (domain_id, user_id, kind, recipient, sender, subject, text_body, html_body, message_id,
       sent_at)
     select 1, id, 'note', email, 'x', 'About ' || $1::text, 'Please call ' || $1::text, '<p>' || $1::text || '</p>', '<planted>', now()
     from users where email = 'hc@vialkeep.test'`,
    [erasable.name],
  );
  await world.sql(
    `insert into labels (domain_id, requester_id, center_id, center_email, representative, other_patient_name, label_date,
       address1, city, state_desc, country_desc, zip_code, tracking_number, delivered_at, file, made_at)
     select 1, id, id, email, 'Rep', $1, current_date, '1 Way', 'Town', 'Texas', 'United States', '1', '1', now(), null, null
     from users where email = 'hc@vialkeep.test'`,
    [erasable.name],
  );
  await world.sql(
    `insert into documents (domain_id, document_id, kind, name, signer_name, signer_email, code)
     values (1, repeat('A', 17) || 'guest', 'storage', 'Storage', $1, $2, 'planted-guest')`,
    [erasable.name, erasable.email],
  );
  await world.sql(
    `insert into account_visits (domain_id, user_id, actor_id, kind, reason, ends_at)
     select 1, $1, id, 'viewing', 'Helps ' || $2::text, now() from users where email = 'super@vialkeep.test'`,
    [id, erasable.name],
  );
  await world.sql(
    `with customer as (insert into sandbox_customers (reference, email) values ('erasable', '') returning id),
     known as (insert into payment_customers (user_id, domain_id, gateway, reference, customer_id)
       select $1::integer, 1, 'sandbox', 'erasable', id::text from customer returning customer_id)
     insert into saved_cards (domain_id, user_id, gateway, customer_id, card_id, brand, last4, holder, expires, is_default)
     select 1, $1::integer, 'sandbox', customer_id, '1', 'Visa', '4242', $2, '2040-01', true from known`,
    [id, erasable.name],
  );
  const { files } = world.app.services;
  await files.put('user-logos/planted.png', Buffer.from(`picture of ${erasable.name}`), { mediaType: 'image/png' });
  await world.sql(
    `insert into files (name, domain_id, owner_id, uploaded_by, given_name, media_type, bytes, sha256)
     values ('user-logos/planted.png', 1, $1, $1, $2 || '.png', 'image/png', 10, 'x')`,
    [id, erasable.name],
  );
}

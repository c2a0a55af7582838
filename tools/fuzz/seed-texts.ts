import type pg from 'pg';

const RUN = 'executed()';

const texts = [
  `<img data-hostile src=x onerror=${RUN}>`,
  `<script data-hostile>${RUN}</script>`,
  `"><svg data-hostile onload=${RUN}>`,
  `'><a data-hostile href=javascript:${RUN}>x</a>`,
  `<iframe data-hostile srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<img data-hostile src=https://elsewhere.test/x.png>`,
  `<style data-hostile>@import url(https://elsewhere.test/x.css)</style>`,
  `javascript:${RUN}//data-hostile`,
  `{{constructor.constructor('${RUN}')()}}data-hostile`,
  `</title></textarea></script><b data-hostile>`,
];

/** The text columns that users fill in, by table. */
const columns: Readonly<Record<string, readonly string[]>> = {
  users: [
    'first_name',
    'last_name',
    'company',
    'address1',
    'address2',
    'city',
    'state_desc',
    'country_desc',
    'zip_code',
  ],
  locations: ['location_name', 'address1', 'address2', 'city', 'state_desc', 'country_desc', 'zip_code'],
  coupons: ['name'],
  assets: ['asset_name', 'description'],
  asset_items: ['name'],
  documents: ['name', 'signer_name'],
  labels: ['representative', 'doctor_name', 'other_patient_name', 'address1', 'city', 'state_desc', 'tracking_number'],
  vial_entries: ['note'],
  transactions: ['description'],
  saved_cards: ['holder'],
  patient_records: ['lab_id', 'number_times_qc_done'],
  domains: ['name', 'product', 'brand'],
  refunds: ['note', 'message'],
  commission_plans: ['name', 'note'],
  commission_lines: ['reason'],
  commission_messages: ['text'],
  payout_people: ['reference', 'note'],
  storage_offers: ['name'],
  storage_enrolments: ['end_note', 'decision_note'],
  reconciliation_items: ['note', 'message'],
};

/** Writes hostile texts directly into the tables, as if they had passed every check; returns the number of columns. */
export async function plantTexts(owner: pg.Client): Promise<number> {
  // Disables the triggers that protect signed and shipped rows.
  await owner.query('set session_replication_role = replica');
  await fillEmptyTables(owner);
  let planted = 0;
  for (const [table, names] of Object.entries(columns)) {
    for (const name of names) {
      const { rowCount } = await owner.query(
        `update ${table} as thing
         set ${name} = ($1::text[])[1 + abs(hashtext(thing::text || $2) % array_length($1::text[], 1))]`,
        [texts, name],
      );
      if (rowCount) planted += 1;
    }
  }
  // A reference of a payee is shorter than the other texts.
  const { rowCount: references } = await owner.query('update payee_references set reference = $1', [
    `<b data-hostile onclick=${RUN}>`,
  ]);
  return planted + (references ? 1 : 0);
}

/** The demo network has no reference of a payee and no difference, whose texts are tried, too. */
async function fillEmptyTables(owner: pg.Client): Promise<void> {
  await owner.query(
    `insert into payee_references (user_id, domain_id, reference)
     select person_id, domain_id, 'REF' from commission_lines group by 1, 2 on conflict do nothing`,
  );
  await owner.query(
    `insert into reconciliation_items (domain_id, kind, gateway, gateway_id, about, theirs_cents)
     select id, 'not_in_our_books', 'sandbox', 'hostile-' || id, 'charge', 100 from domains`,
  );
}

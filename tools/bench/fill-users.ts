import type pg from 'pg';

/** Inserts invented members of the main site, so that a list page shows a part of the table and not all of it. */
export async function fillUsers(owner: pg.Client, howMany: number): Promise<void> {
  await owner.query(
    `insert into users (domain_id, plan_id, email, first_name, last_name, company, phone_number, last_login)
     select domains.id, (array[2, 3, 4, 5, 9, 12, 16])[1 + n % 7], 'member' || n || '@bench.test',
       'Member', 'Number ' || n, 'Company ' || n % 400, '+1 555 ' || lpad(n::text, 6, '0'), now() - n * interval '1 hour'
     from domains, generate_series(1, $1::int) n where domains.is_main`,
    [howMany],
  );
  await owner.query('vacuum analyze users');
}

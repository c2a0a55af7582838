type Ask = (text: string) => Promise<readonly { text: string }[]>;

/**
 * Returns the texts in events that are or contain something personal: a mail address, or a name, address or phone number
 * of an account of this database.
 */
export async function findPersonalTexts(ask: Ask): Promise<string[]> {
  const rows = await ask(`
    with texts as (
        select distinct value #>> '{}' as text from events, jsonb_path_query(data, '$.**') as value
        where jsonb_typeof(value) = 'string'),
      personal as (
        select distinct lower(btrim(part)) as part from users, unnest(array[email, username, first_name, last_name,
          company, phone_number, address1, address2, city, zip_code]) part
        where length(btrim(part)) > 1)
    select text from texts
    where text like '%@%' or exists (select from personal
      where part = lower(text) or length(part) > 4 and position(part in lower(text)) > 0)
    order by text`);
  return rows.map(({ text }) => text);
}

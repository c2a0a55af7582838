/** A row of `events` that leaves with the commit. */
export type EventRow = {
  readonly domain_id: number;
  readonly type: string;
  readonly subject: string;
  readonly subject_id: number;
  readonly patient_id: number | null;
  readonly center_id: number | null;
  readonly data: object;
};

const columns = 'domain_id, type, subject, subject_id, patient_id, center_id, data';

/** All rows are one value, so that the statement has one text for any number of them. */
export function eventsValue(rows: readonly EventRow[]): string {
  return JSON.stringify(rows);
}

export function insertEvents(value: string): string {
  return `insert into events (${columns}) select ${columns} from jsonb_to_recordset(${value}::jsonb)
    as event (domain_id integer, type text, subject text, subject_id integer, patient_id integer, center_id integer,
      data jsonb)`;
}

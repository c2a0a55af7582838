import type pg from 'pg';
import { z } from 'zod';
import type { Thing } from '../../server/testing/matrix/targets.ts';
import type { SeededRandom } from '../harness/seeded-random.ts';
import { BenchStock } from './bench/bench-stock.ts';

const Rows = z.array(z.object({ thing: z.string(), id: z.number(), owner: z.number() }));
const Links = z.array(z.object({ link: z.string() }));

const NOBODYS_ID = 999_999;
const NOBODYS_LINK = 'A'.repeat(22);
const MOST_LINKS = 30;

/** The ids in the database that requests can name, refreshed during the run because requests delete some. */
export class Network {
  readonly stock: BenchStock;
  readonly #dice: SeededRandom;
  readonly #kept: ReadonlySet<number>;
  #things = new Map<string, { id: number; owner: number }[]>();
  #documents: string[] = [];
  readonly #signings: string[] = [];

  /** `kept` are the callers' own accounts; other callers do not attack them. */
  constructor(dice: SeededRandom, kept: readonly number[]) {
    this.stock = new BenchStock(dice);
    this.#dice = dice;
    this.#kept = new Set(kept);
  }

  async look(owner: pg.Client): Promise<void> {
    const things = await owner.query(everything);
    this.#things = Map.groupBy(Rows.parse(things.rows), ({ thing }) => thing);
    await this.stock.look(owner);
    await owner.query(linkPendingDocuments);
    const documents = await owner.query(linkedDocuments);
    this.#documents = Links.parse(documents.rows).map(({ link }) => link);
  }

  /** Returns mostly one of the caller's own ids, otherwise another user's. */
  idOf(thing: Thing | 'site', caller: number): number {
    const all = this.#things.get(thing) ?? [];
    const own = all.filter(({ owner }) => owner === caller);
    const others = all.filter(({ id }) => !this.#kept.has(id));
    const choice = own.length > 0 && this.#dice.chance(0.7) ? own : others;
    return choice.length === 0 ? NOBODYS_ID : this.#dice.of(choice).id;
  }

  /** Returns the account that this one is related to, or a center of a lab. */
  partnerOf(thing: Thing | 'site', id: number): number {
    if (thing === 'lab') return this.idOf('center', id);
    return this.#things.get(thing)?.find((one) => one.id === id)?.owner ?? NOBODYS_ID;
  }

  /** Returns the link part of a document's address or of its signing page. */
  link(kind: 'document' | 'signing'): string {
    const known = kind === 'document' ? this.#documents : this.#signings;
    return known.length === 0 ? NOBODYS_LINK : this.#dice.of(known);
  }

  /** Collects sign links, which appear only in answers. */
  learnFrom(answer: string): void {
    const [, signing] = /\/sign\/([\w-]{20,})/.exec(answer) ?? [];
    if (signing) this.#signings.push(signing);
    if (this.#signings.length > MOST_LINKS) this.#signings.shift();
  }
}

const everything = `
  with role (name, plan) as (values ('lab', 1), ('rep', 3), ('center', 4), ('referral', 5), ('manager', 6),
    ('distributor', 8), ('staff', 9), ('patient', 2)),
  member (name, plan, kind, is_approved) as (values ('applicant', 9, 'center', false), ('employee', 9, 'center', true),
    ('referralApplicant', 5, 'center', false), ('repInTeam', 3, 'manager', true),
    ('managerInTeam', 6, 'distributor', true))
  select role.name as thing, id, id as owner from users join role on role.plan = plan_id where is_active
  union all (select member.name, subject_id, object_id from relations join users on users.id = subject_id
    join member on member.plan = plan_id and member.kind = relations.kind::text
      and member.is_approved = (approved_at is not null)
    where ended_at is null order by relations.id desc limit 300)
  union all (select 'account', id, id from users where is_active order by id limit 200)
  union all (select 'inactive', id, id from users where not is_active order by id desc limit 200)
  union all (select 'location', id, user_id from locations order by id desc limit 300)
  union all (select 'card', id, user_id from saved_cards order by id desc limit 300)
  union all (select 'entry', id, patient_id from vial_entries where deleted_at is null order by id desc limit 300)
  union all (select 'coupon', id, 0 from coupons order by id desc limit 200)
  union all (select 'asset', id, 0 from assets order by id desc limit 200)
  union all (select 'document', id, coalesce(signer_id, 0) from documents order by id desc limit 300)
  union all (select 'label', id, requester_id from labels order by id desc limit 300)
  union all (select 'site', site_id, started_by from custom_sites order by site_id limit 50)
  union all (select 'transaction', id, buyer_id from transactions order by id desc limit 300)
  union all (select 'session', id, user_id from sessions where ended_at is null order by id desc limit 300)
  union all (select 'visit', id, user_id from account_visits order by id desc limit 300)`;

/**
 * The database stores only hashes of links, so this creates links for the run, with the document's own id as the alias.
 */
const linkPendingDocuments = `
  insert into guest_links (alias_hash, domain_id, document_id, sent_to, expires_at)
  select sha256(convert_to(document_id, 'UTF8')), domain_id, id, signer_email, now() + interval '30 days'
  from documents where status = 'Pending' and hidden_at is null order by id desc limit 30
  on conflict do nothing`;

const linkedDocuments = `
  select documents.document_id as link from documents
    join guest_links on alias_hash = sha256(convert_to(documents.document_id, 'UTF8')) and ended_at is null
  where status = 'Pending' order by documents.id desc limit 30`;

import type { DomainId, SessionId, UserId } from '@vialkeep/contract/kernel/ids.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { sql } from 'kysely';
import type { Domain } from '../domains.ts';
import { secretHash } from '../secrets/secrets.ts';
import type { Services } from '../services.ts';
import type { Settings } from '../settings/settings.ts';
import { type Actor, type Identification, seesEverySite } from './actor.ts';
import { graceDaysOf, lockMinutesOf, policyOfSite, type SitePolicy } from './identity-policy.ts';

/** The row of the statement. The tables guarantee the types, so they are not validated on every request. */
type Row = {
  session_id: SessionId;
  kind: 'login' | 'login_as' | 'staff_access';
  actor_id: UserId;
  user_id: UserId;
  reason: string | null;
  domain_id: DomainId;
  plan_id: Plan;
  tags: number[];
  agreed: boolean;
  must_change_password: boolean;
  seen_long_ago: boolean;
  level: 1 | 2;
  is_locked: boolean;
  idle_seconds: number;
  proved_seconds_ago: number;
  proved_once: boolean;
  has_second_factor: boolean;
  second_factor_asked_at: Date | null;
  email_verified: boolean;
  is_unreviewed: boolean;
  site_policy: SitePolicy | null;
};

/** What the account still owes, whichever way its owner calls. */
export const DUTIES = `u.second_factor_at is not null as has_second_factor, u.second_factor_asked_at,
    u.email_verified_at is not null as email_verified,
    u.self_made and u.reviewed_at is null
      and u.date_joined >= (select reviews_since from installation) as is_unreviewed,
    case when p.domain_id is not null then to_jsonb(p) end as site_policy`;

export type IdentifiedRow = Omit<Row, 'session_id' | 'actor_id' | 'reason' | 'seen_long_ago'>;

// Runs on every request, hence a fixed statement text. Rights are read each time, so a change takes effect at once.
const openSession = (secret: 'token_hash' | 'file_hash') => `
  select s.id as session_id, s.kind, s.actor_id, s.user_id, s.reason, u.domain_id, u.plan_id, u.tags,
    u.check_agreement is not null as agreed, u.must_change_password,
    s.last_seen_at < now() - interval '1 minute' as seen_long_ago,
    coalesce(s.level, 1) as level, s.locked_at is not null as is_locked, s.proved_once is true as proved_once,
    extract(epoch from now() - s.last_seen_at)::int as idle_seconds,
    extract(epoch from now() - coalesce(s.proved_at, s.created_at))::int as proved_seconds_ago,
    ${DUTIES}
  from sessions s join users u on u.id = s.user_id left join identity_policies p on p.domain_id = u.domain_id
  where s.${secret} = $1 and s.site_id = $2 and s.ended_at is null and s.expires_at > now()
    and s.last_seen_at > now() - make_interval(hours => $3) and u.removed_at is null
    and case when s.kind = 'login' then u.is_active else acting_still_allowed(s) end`;

const BY_TOKEN = openSession('token_hash');
const BY_FILE_SECRET = openSession('file_hash');

/** The caller of a token on this site, or null. */
export function findActor(services: Services, site: Domain, token: string): Promise<Actor | null> {
  return find(services, site, BY_TOKEN, token);
}

/** The same by the secret of a file cookie. Neither secret works in place of the other (S-18). */
export function findActorByFileCookie(services: Services, site: Domain, secret: string): Promise<Actor | null> {
  return find(services, site, BY_FILE_SECRET, secret);
}

async function find(services: Services, site: Domain, statement: string, secret: string): Promise<Actor | null> {
  const { store, settings, domains } = services;
  const [row] = await store.query<Row>('platform', statement, [secretHash(secret), site.id, settings.sessionIdleHours]);
  if (!row) return null;
  const identity = identificationOf(settings, row);
  // A locked session keeps its idle time, and so ends after the hours of any idle session.
  if (row.seen_long_ago && !identity.isLocked) await markSeen(services, row.session_id);
  await beginGraceAtFirstCall(services, row, identity);

  const home = row.domain_id === site.id ? site : await domains.ofId(row.domain_id);
  return {
    userId: row.user_id,
    plan: row.plan_id,
    domainId: row.domain_id,
    tags: row.tags,
    agreed: row.agreed,
    // An acting user cannot choose the owner's password.
    mustChangePassword: row.kind === 'login' && row.must_change_password,
    sessionId: row.session_id,
    key: null,
    acting: row.kind === 'login' ? null : { kind: row.kind, byId: row.actor_id, reason: row.reason },
    identity,
    scope: seesEverySite(row.plan_id, home.isMain) ? 'platform' : row.domain_id,
  };
}

/** What the account and the site's policy ask of the caller. */
export function identificationOf(settings: Settings, row: IdentifiedRow): Identification {
  const policy = policyOfSite(settings, row.site_policy);
  // The account's own duties are not those of a person who works in it.
  const isOwner = row.kind === 'login';
  const needsFactor = isOwner && policy.second_factor_plans.includes(row.plan_id) && !row.has_second_factor;
  // People who work in other accounts see the data of many.
  const lockMinutes = lockMinutesOf(policy, isOwner ? row.plan_id : Plan.staff);
  return {
    policy,
    level: row.level,
    isLocked: row.is_locked || (lockMinutes !== null && row.idle_seconds > lockMinutes * 60),
    lockMinutes,
    provedSecondsAgo: row.proved_seconds_ago,
    provedOnce: row.proved_once,
    hasSecondFactor: row.has_second_factor,
    secondFactorDueAt: needsFactor ? dueAt(row.second_factor_asked_at, graceDaysOf(policy, row.plan_id)) : null,
    lacksVerifiedEmail: isOwner && policy.verify_email && !row.email_verified,
    awaitsReview: policy.review_sign_ups && row.is_unreviewed,
  };
}

/**
 * The days of grace begin at any call, because a program need not ask for its session. The accounts of which nothing is
 * to be noted cause no statement.
 */
export async function beginGraceAtFirstCall(
  { beginGraceDays }: Services,
  { user_id, second_factor_asked_at }: Pick<Row, 'user_id' | 'second_factor_asked_at'>,
  { secondFactorDueAt }: Identification,
): Promise<void> {
  if (secondFactorDueAt !== null && second_factor_asked_at === null) await beginGraceDays(user_id);
}

const DAY_MS = 86_400_000;

/** The days of grace begin when the account is first asked for a second factor. */
function dueAt(askedAt: Date | null, graceDays: number): Date {
  return new Date((askedAt?.getTime() ?? Date.now()) + graceDays * DAY_MS);
}

async function markSeen({ store }: Services, sessionId: number): Promise<void> {
  await store.unaudited('last-seen times keep a session from idling out', async (db) => {
    await db.updateTable('sessions').set({ last_seen_at: sql`now()` }).where('id', '=', sessionId).execute();
  });
}

-- online

-- What a site decides about money. A site without a row has the defaults.
create table money_settings (
  domain_id        integer primary key references domains,
  commissions      boolean not null default false,
  storage          boolean not null default false,
  -- From this amount on a second administrator approves.
  four_eyes_cents  integer not null default 100000 check (four_eyes_cents between 0 and 100000000),
  -- The lower amount before the last rise, which counts for a day more: a rise cannot spare the next refund its approval.
  four_eyes_before integer,
  four_eyes_raised timestamptz,
  min_payout_cents integer not null default 2500 check (min_payout_cents between 0 and 100000000),
  -- The days after the due day on which a declined charge is tried again.
  dunning_days     integer[] not null default '{3,7,14}' check (cardinality(dunning_days) <= 10),
  grace_after_days integer not null default 30 check (grace_after_days between 1 and 365),
  grace_days       integer not null default 90 check (grace_days between 0 and 3650),
  counsel_noted    boolean not null default false,
  version          integer not null default 1,
  updated_at       timestamptz not null default now(),
  updated_by       integer references users,
  constraint tries_end_before_grace check (grace_after_days > all (dunning_days) and 0 < all (dunning_days)),
  constraint counsel_is_asked check (counsel_noted or not commissions)
);
call isolate('money_settings');
grant select, insert, update on money_settings to vialkeep_platform, vialkeep_tenant;

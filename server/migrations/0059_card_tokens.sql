-- online
-- Tokens of the sandbox gateway, each for one card. Like its other tables, it has no column for a number or a code.

create table sandbox_tokens (
  -- SHA-256 of the token: who reads the table cannot pay with it
  hash       bytea primary key check (octet_length(hash) = 32),
  brand      text not null check (length(brand) <= 20),
  last4      text not null check (last4 ~ '^\d{4}$'),
  expires    text not null check (expires ~ '^\d{4}-\d{2}$'),
  holder     text not null check (length(holder) <= 100 and holder !~ '(\d[ -]?){12,}'),
  -- what it is a test card for
  behaviour  text not null,
  used_at    timestamptz,
  expires_at timestamptz not null default now() + interval '15 minutes'
);
create index sandbox_tokens_by_end on sandbox_tokens (expires_at);
grant select, insert, update, delete on sandbox_tokens to vialkeep_platform;

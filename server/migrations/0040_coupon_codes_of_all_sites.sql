-- W-10: a code is one coupon among all that count on a site: its own and those for every site. The index keeps two of one
-- site apart; this keeps a site's own and one for every site apart, and nothing is told of another site's.
create function lock_coupon_code(code text) returns void
  language sql as $$
  select pg_advisory_xact_lock(hashtextextended('coupon ' || lower(code), 0))
$$;
revoke all on function lock_coupon_code(text) from public;
grant execute on function lock_coupon_code(text) to vialkeep_platform, vialkeep_tenant;

create function coupon_code_is_free() returns trigger
  language plpgsql as $$
begin
  -- Codes that met before this rule stay until one of them is changed.
  if new.removed_at is not null or (tg_op = 'UPDATE' and lower(old.code) = lower(new.code)
    and old.domain_id is not distinct from new.domain_id and old.removed_at is null) then
    return new;
  end if;
  perform lock_coupon_code(new.code);
  if exists (select from coupons other where lower(other.code) = lower(new.code) and other.removed_at is null
    and other.id is distinct from new.id and (other.domain_id is null) <> (new.domain_id is null)) then
    raise exception 'A coupon of a site and one for every site have the same code.'
      using errcode = 'unique_violation', constraint = 'coupons_code_once_with_shared', table = 'coupons';
  end if;
  return new;
end $$;
create trigger coupons_code_once_with_shared before insert or update of code, domain_id, removed_at on coupons
  for each row execute function coupon_code_is_free();

-- Takes a use of a coupon, or fails: a checkout records its intent and takes the use in one round trip, and nothing of it
-- stays where no use is left.
create function require_coupon_use(coupon integer, site integer, buyer integer, product integer, center integer,
  purchase text, cents integer) returns void
  language plpgsql as $$
begin
  if not take_coupon(coupon, site, buyer, product, center, purchase, cents) then
    raise exception 'Coupon % is not valid for this purchase.', coupon
      using errcode = 'check_violation', constraint = 'coupons_have_a_use_left', table = 'coupons';
  end if;
end $$;
revoke all on function require_coupon_use(integer, integer, integer, integer, integer, text, integer) from public;
grant execute on function require_coupon_use(integer, integer, integer, integer, integer, text, integer)
  to vialkeep_platform, vialkeep_tenant;

-- online
-- An open question about a line also keeps out of runs what corrects or takes back that line: before, a run took what was
-- lost and left what was earned, so that asking cost the payee the whole line.
create or replace function payable_lines(site integer, cutoff date)
  returns table (id integer, person_id integer, cents bigint)
  language sql stable as $$
  select line.id, line.person_id, line.cents from commission_lines line
  where line.domain_id = site and line.paid_on is null and not line.retained and line.payout_id is null
    and line.payable_on <= day_of(now()) and line.earned_on <= cutoff
    and not exists (select from commission_disputes dispute where dispute.state = 'open'
      and dispute.line_id = any (array[line.id,
        case when line.kind in ('clawback', 'corrected') then line.of_line_id end]))
$$;

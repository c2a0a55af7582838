-- online
-- What is owed is summed by the day on which it falls due, from this index alone.
create index concurrently if not exists commission_lines_owed on commission_lines (domain_id, payable_on) include (cents)
  where paid_on is null and not retained;

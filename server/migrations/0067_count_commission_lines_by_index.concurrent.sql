-- online
-- The lines of a person, all or the paid ones, are counted from this index alone: the columns of the site's policy and of
-- the filter are in it.
create index concurrently if not exists commission_lines_counted on commission_lines
  (person_id, earned_on desc, id desc) include (domain_id, retained, paid_on);

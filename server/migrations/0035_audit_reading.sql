-- Administrators read the audit log: the newest first, of one site, of one person, or from one address.

create index audit_by_time on audit_log (at desc);
create index audit_of_site on audit_log (domain_id, at desc);
create index audit_of_actor on audit_log (actor_id, at desc);
create index audit_by_origin on audit_log ((facts ->> 'origin_hash')) where facts ? 'origin_hash';

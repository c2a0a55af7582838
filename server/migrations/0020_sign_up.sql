-- S-04: what somebody asks for by signing up, and does not have yet, is only ever a center to work for. Every other
-- relation holds from its first moment, or is not there.
alter table relations add constraint only_a_center_is_asked_for check (approved_at is not null or kind = 'center');

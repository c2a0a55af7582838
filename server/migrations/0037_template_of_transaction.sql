-- S-07, S-22: the e-signature template a purchase was made with: the staff member's own, or else the center's. Which one
-- earlier purchases were made with was not written down, so theirs stays empty.

alter table transactions add column template_id text;

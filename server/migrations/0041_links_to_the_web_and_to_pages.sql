-- A link of an asset leads to the web, http included, or to a page of the product: a path from its root, whose second
-- character is neither of those by which a browser would take what follows for a host.
alter table asset_items drop constraint links_lead_to_the_web;
alter table asset_items add constraint links_lead_to_the_web
  check (type <> 1 or path ~* '^https?://[^/\\]' or path ~ '^/([^/\\[:space:]]|$)');

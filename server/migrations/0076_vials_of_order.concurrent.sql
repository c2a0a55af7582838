-- online
-- The vials that an order has reserved or shipped.
create index concurrently if not exists vials_of_order on vials (order_id) where order_id is not null;

-- online
-- The rows that an import writes or takes back next, without reading those before them again.
create index concurrently if not exists import_rows_in_order on import_rows (import_id, kind, state, file_id, row_no);

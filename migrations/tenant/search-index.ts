/**
 * An index by which texts are found by any part of them. Without the extension, or the right to use it, there is none
 * and searches read every row.
 */
export function searchIndex(table: string, columns: readonly string[]): string {
  const parts = columns.map((column) => `${column} %1$I.gin_trgm_ops`).join(', ')
  return `do $$
declare
  place text;
begin
  select nspname into place from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
    where extname = 'pg_trgm' and has_schema_privilege(extnamespace, 'usage');
  if place is null then return; end if;
  execute format('create index ${table}_search_idx on ${table} using gin (${parts})', place);
end $$;`
}

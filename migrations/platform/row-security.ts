const own = 'entity_id = (select platform.current_entity())'

/** Row-level security of a platform table: operators see and write all rows, everybody else none. */
export const operatorRows = (table: string) => `alter table platform.${table} enable row level security;
create policy ${table}_platform on platform.${table} to lunas_platform using (true) with check (true);`

/** The same, and an organisation's role sees and writes the rows with its id, as far as grants allow. */
export const ownRows = (table: string) => `${operatorRows(table)}
create policy ${table}_tenant on platform.${table} to lunas_tenant
  using (${own}) with check (${own});`

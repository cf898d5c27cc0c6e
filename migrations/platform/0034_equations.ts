import { type Kysely, sql } from 'kysely'

/**
 * Each night the books of each organisation are held against each other; what came of it stays, day by day. The organisation's
 * own job looks, so it sees of what the platform has earned by it the fees and not what they cost.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table platform.equation (
  id uuid not null,
  entity_id uuid not null default platform.current_entity(),
  on_day date not null,
  state text not null,
  lines integer not null,
  gross_sen bigint not null,
  fees_sen bigint not null,
  paid_sen bigint not null,
  held_sen bigint not null,
  reversed_sen bigint not null,
  -- What never passes through the platform: cash and the like, and CHIP, which pays the organisation itself.
  outside_sen bigint not null,
  difference_sen bigint not null,
  -- How many rows break it, and the first of them.
  faults integer not null default 0,
  fault text,
  fault_id uuid,
  fault_reference text,
  fault_expected_sen bigint,
  fault_found_sen bigint,
  checked_at timestamptz not null default now(),
  constraint equation_pkey primary key (id),
  constraint equation_entity_id_on_day_key unique (entity_id, on_day),
  constraint equation_entity_id_fkey foreign key (entity_id) references platform.entity (id),
  constraint equation_state_check check (state in ('green','red')),
  constraint equation_red_check check ((state = 'red') = (faults > 0 or difference_sen <> 0)),
  constraint equation_fault_check check ((fault is null) = (faults = 0))
);
create index equation_on_day_idx on platform.equation (on_day desc, id desc);
alter table platform.equation enable row level security;
create policy equation_platform on platform.equation to lunas_platform using (true) with check (true);
create policy equation_tenant on platform.equation to lunas_tenant
  using (entity_id = (select platform.current_entity())) with check (entity_id = (select platform.current_entity()));
grant select, insert on platform.equation to lunas_platform;
grant select, insert, update on platform.equation to lunas_tenant;

create policy revenue_tenant on platform.revenue for select to lunas_tenant
  using (entity_id = (select platform.current_entity()));
grant select (id, on_day, type, entity_id, source_type, source_id, reference, gross_sen) on platform.revenue to lunas_tenant;
`)
    .execute(db)
}

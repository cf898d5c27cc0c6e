import { type Kysely, sql } from 'kysely'

/** Lists that an organisation brings from Excel: their rows, sealed, what became of each, and what each has written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table import (
  id uuid not null,
  kind text not null,
  file_name text not null,
  date_order text not null,
  branch_id uuid not null,
  -- the first row of the file; it may be somebody's details where the headings were forgotten
  headings_sealed text,
  -- by field: the column of the file, from 0
  columns jsonb not null default '{}',
  -- by field: what is said of each row where the file does not say
  fixed jsonb not null default '{}',
  status text not null default 'uploaded',
  row_count integer not null,
  error_code text,
  -- rows whose undoing is in the way of, with the reason, after an undo that was refused
  blocked jsonb,
  run_by uuid,
  run_at timestamptz,
  finished_at timestamptz,
  undone_by uuid,
  undone_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint import_pkey primary key (id),
  constraint import_kind_check check (kind in ('students','enrolments','staff','trainers','subjects','balances')),
  constraint import_date_order_check check (date_order in ('ymd','dmy')),
  constraint import_status_check check (status in
    ('uploaded','mapped','checked','running','done','done_with_errors','failed','undoing','undone')),
  constraint import_row_count_check check (row_count between 1 and 5000)
);
create index import_created_at_idx on import (created_at desc);

create table import_row (
  id uuid not null,
  import_id uuid not null,
  -- in the file, as Excel counts: the headings are row 1
  number integer not null,
  -- as JSON, by column; null once they are not needed any more
  cells_sealed text,
  status text not null default 'pending',
  -- what is wrong with it: [{ field, code }]
  problems jsonb not null default '[]',
  constraint import_row_pkey primary key (id),
  constraint import_row_import_id_fkey foreign key (import_id) references import (id) on delete cascade,
  constraint import_row_number_key unique (import_id, number),
  constraint import_row_status_check check (status in ('pending','ready','wrong','left_out','written','failed'))
);
create index import_row_status_idx on import_row (import_id, status, number);

create table import_write (
  import_id uuid not null,
  number integer not null,
  object_type text not null,
  object_id uuid not null,
  -- a row that has another by now was changed by somebody
  object_version integer,
  constraint import_write_pkey primary key (object_type, object_id),
  constraint import_write_import_id_fkey foreign key (import_id) references import (id) on delete cascade
);
create index import_write_import_id_idx on import_write (import_id, number);
`)
    .execute(db)
}

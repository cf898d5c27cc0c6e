import { type Kysely, sql } from 'kysely'

/**
 * What thousands of lines of a run name are few rows: its fees, their types, a branch, the run itself. Each was looked up and held
 * anew for each line, and two chunks that hold the same row keep a list of both with it: a fifth of the work. Now a statement
 * looks at each once. The foreign keys stay in the catalogue, from which undoing an import and "in use" read what names a
 * row, but they are not enforced; servers before Postgres 18 keep none that is not, and go on looking row by row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::int as version`.execute(db)
  if (rows[0]!.version < 180000) return
  await sql
    .raw(`
-- Arguments: the column, the table it names, the constraint.
create function refuse_unnamed() returns trigger language plpgsql set search_path from current as $$
declare
  missing boolean;
begin
  -- Whoever removes such a row waits for us or we for them, and then we see that it is gone.
  execute format('select exists (
    select from (select distinct %1$I as id from fresh where %1$I is not null) as named
      left join lateral (select id from %2$I where id = named.id offset 0 for key share) as held on true
    where held.id is null)', tg_argv[0], tg_argv[1]) into missing;
  if missing then
    raise exception using errcode = 'foreign_key_violation', message = format('no %s has this %s', tg_argv[1], tg_argv[0]),
      table = tg_table_name, constraint = tg_argv[2];
  end if;
  return null;
end $$;

-- The same of a row that comes to name another.
create function refuse_unnamed_change() returns trigger language plpgsql set search_path from current as $$
declare
  held uuid;
begin
  execute format('select id from %I where id = ($1).%I for key share', tg_argv[1], tg_argv[0]) using new into held;
  if held is null then
    raise exception using errcode = 'foreign_key_violation', message = format('no %s has this %s', tg_argv[1], tg_argv[0]),
      table = tg_table_name, constraint = tg_argv[2];
  end if;
  return null;
end $$;

-- Of a row that is removed while it is named. Arguments: the table and the column that may name it, the constraint.
create function refuse_named() returns trigger language plpgsql set search_path from current as $$
declare
  named boolean;
begin
  execute format('select exists (select from gone join %I as other on other.%I = gone.id)', tg_argv[0], tg_argv[1])
    into named;
  if named then
    raise exception using errcode = 'foreign_key_violation', message = format('a row of %s names it', tg_argv[0]),
      table = tg_argv[0], constraint = tg_argv[2];
  end if;
  return null;
end $$;

-- Nothing gives a row another id; what names it would name none.
create function keep_id() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'foreign_key_violation', message = format('a row of %s keeps its id', tg_table_name),
    table = tg_table_name, constraint = tg_argv[0];
end $$;
drop trigger invoice_item_keeps_id on invoice_item;
drop function refuse_other_id();
create trigger invoice_item_keeps_id before update of id on invoice_item
  for each row when (old.id is distinct from new.id) execute function keep_id('billed_fee_line');
${named.map(lookedAtOnce).join('')}
-- These look up one row at a time, for which a bitmap is a detour.
alter function refuse_other_fee() set enable_bitmapscan = off;
alter function refuse_other_student() set enable_bitmapscan = off;
`)
    .execute(db)
}

type Named = readonly [table: string, column: string, of: string]

const named: Named[] = [
  ['invoice_item', 'subject_fee_id', 'subject_fee'],
  ['invoice_item', 'fee_type_id', 'fee_type'],
  ['invoice', 'branch_id', 'branch'],
  ['invoice', 'generation_id', 'generation'],
]

function lookedAtOnce([table, column, of]: Named): string {
  const constraint = `${table}_${column}_fkey`
  const naming = `'${column}', '${of}', '${constraint}'`
  return `
create trigger ${table}_${column}_named after insert on ${table}
  referencing new table as fresh for each statement execute function refuse_unnamed(${naming});
create trigger ${table}_${column}_changed after update of ${column} on ${table}
  for each row when (new.${column} is not null and new.${column} is distinct from old.${column})
  execute function refuse_unnamed_change(${naming});
create trigger ${of}_named_by_${table} after delete on ${of}
  referencing old table as gone for each statement execute function refuse_named('${table}', '${column}', '${constraint}');
create trigger ${of}_keeps_id before update of id on ${of}
  for each row when (old.id is distinct from new.id) execute function keep_id('${constraint}');
alter table ${table} alter constraint ${constraint} not enforced;
`
}

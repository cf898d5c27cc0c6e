import { type Kysely, sql } from 'kysely'

/**
 * Names and numbers are found however they are written: without accents, apostrophes, hyphens, full stops and spaces. The
 * expressions are those of `searchKeyOf` and `nameKeyOf` in `app/domain/core`; tests compare them. What an import has seen
 * in its file beside the rows is stored with it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
drop index if exists parent_search_idx;
drop index if exists student_search_idx;
drop index if exists invoice_search_idx;
drop index if exists payment_search_idx;
${searchKeyIndex('parent', ['name', 'phone', 'email', 'family_code'])}
${searchKeyIndex('student', ['name', 'student_no'])}
${searchKeyIndex('invoice', ['number'])}
${searchKeyIndex('payment', ['number', 'payer_name', 'reference_no', 'gateway_transaction_id', 'gateway_order_no'])}

-- What is shown about a file beside its rows: its sheet, other sheets, what is hidden, where the headings are.
alter table import add column notes jsonb not null default '{}';
alter table import drop constraint import_date_order_check;
alter table import add constraint import_date_order_check check (date_order in ('dmy','mdy','ymd'));

-- The same name, however it is spelled, and the same birthday.
drop index student_twin_idx;
create index student_twin_idx on student (born_on, (${nameKey('name')}));
`)
    .execute(db)
}

const unwritten =
  '[\\u0001-\\u002F\\u003A-\\u003F\\u005B-\\u0060\\u007B-\\u00BF\\u02B0-\\u036F\\u0610-\\u061C\\u0640\\u064B-\\u065F\\u0670\\u2000-\\u206F\\u2212\\u2800\\u3000-\\u3004\\u3008-\\u303F\\u30FB\\uFE00-\\uFE0F\\uFEFF]+'

const searchKey = (column: string) =>
  `regexp_replace(lower(normalize(${column}, NFKD)), '${unwritten}', '', 'g')`

/** By trigrams; without the extension, or the right to use it, there is no index and searches read every row. */
function searchKeyIndex(table: string, columns: readonly string[]): string {
  const parts = columns.map((column) => `(${searchKey(column)}) %1$I.gin_trgm_ops`).join(', ')
  return `do $$
declare
  place text;
begin
  select nspname into place from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
    where extname = 'pg_trgm' and has_schema_privilege(extnamespace, 'usage');
  if place is null then return; end if;
  execute format($index$create index ${table}_search_idx on ${table} using gin (${parts})$index$, place);
end $$;`
}

const signs =
  '[\\u0027\\u002E\\u002F\\u0060\\u00AD\\u00B4\\u02B0-\\u036F\\u200B-\\u200F\\u2018-\\u201B\\u2032\\uFEFF]+'
const connectors = ' (?:bin|binti|binte|bint|bte|bt|ibni|b|al|ap|so|do|anak lelaki|anak perempuan)(?= |$)'

function nameKey(column: string): string {
  const plain = `regexp_replace(lower(normalize(${column}, NFKD)), '${signs}', '', 'g')`
  const spaced = `regexp_replace(${plain}, '${unwritten}', ' ', 'g')`
  const named = `regexp_replace(${spaced}, '${connectors}', '', 'g')`
  return `regexp_replace(replace(${named}, ' ', ''), '([^0-9])\\1+', '\\1', 'g')`
}

import { type Kysely, sql } from 'kysely'

/**
 * Names, addresses, numbers and codes that were stored with marks without ink lose them, as forms take them off today
 * (`app/domain/core/invisible.ts`; a test compares the two). A row whose clean value another row has already, or that
 * would break another promise of its table, stays as it is. And a bank statement says which rows of its file it left out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- What is shown about the file beside its lines: rows left out, hidden rows, other sheets.
alter table bank_statement add column notes jsonb not null default '{}';

do $$
declare
  place record;
  dirty record;
begin
  for place in select * from (values ${places}) as places (of_table, of_column, marks) loop
    for dirty in execute format(
      'select id, btrim(regexp_replace(%2$I, %3$L, '''', ''g'')) as clean from %1$I where %2$I ~ %3$L',
      place.of_table, place.of_column, place.marks)
    loop
      continue when dirty.clean = '';
      begin
        execute format('update %I set %I = $1 where id = $2', place.of_table, place.of_column)
          using dirty.clean, dirty.id;
      exception when integrity_constraint_violation then
        null;
      end;
    end loop;
  end loop;
end $$;`)
    .execute(db)
}

/** What no text keeps: `withoutMarks`. */
export const marks = '[\\u00AD\\u061C\\u180E\\u200B\\u200E\\u200F\\u202A-\\u202E\\u2060-\\u206F\\uFEFF]'

/** What no number, code or address of mail keeps: `withoutInvisible`. */
export const inkless =
  '[\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F\\u2800\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFF8\\U0001BCA0-\\U0001BCA3\\U0001D173-\\U0001D17A\\U000E0000-\\U000E0FFF]'

const address = ['address_line1', 'address_line2', 'address_line3', 'city']

/** Not among them: what papers say that were issued, the audit log, and what a bank or a file has sent. */
const words: Record<string, readonly string[]> = {
  branch: ['name', ...address],
  parent: ['name', ...address],
  student: ['name'],
  staff: ['name'],
  trainer: ['name', 'bank_name', 'account_name'],
  user_account: ['name'],
  application_parent: ['name'],
  application_student: ['name'],
}

const numbers: Record<string, readonly string[]> = {
  branch: ['code', 'phone', 'email', 'postcode'],
  parent: ['phone', 'home_phone', 'email', 'family_code', 'postcode'],
  student: ['student_no', 'birth_cert_no', 'phone', 'email'],
  staff: ['staff_no', 'phone', 'email'],
  trainer: ['phone', 'email'],
  user_account: ['phone', 'email'],
  application_parent: ['phone', 'email'],
  application_student: ['birth_cert_no'],
  infaq_type: ['tax_approval_no'],
}

for (const coded of [
  ...['category', 'department', 'discount', 'fee_category', 'fee_type', 'infaq_type', 'line_template'],
  ...['module', 'payment_option', 'program', 'subject', 'zakat_type'],
]) {
  words[coded] = ['name']
  numbers[coded] = ['code', ...(numbers[coded] ?? [])]
}

const places = [words, numbers]
  .flatMap((tables, index) =>
    Object.entries(tables).flatMap(([table, columns]) =>
      columns.map((column) => `('${table}', '${column}', '${index === 0 ? marks : inkless}')`),
    ),
  )
  .join(',\n')

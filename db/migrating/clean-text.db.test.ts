import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { withoutInvisible, withoutMarks } from '#app/domain/core/invisible.ts'
import { asOwner } from '#db/owner.ts'
import { inkless, marks, up } from '#migrations/tenant/0020_clean_text.ts'
import { category, parent, student, user } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'

/** Runs the migration on the schema as it was before. */
const cleaned = (tenant: Tenant) =>
  asOwner(tenant.database.ownerUrl, (owner) =>
    owner.connection().execute(async (db) => {
      await sql`select set_config('search_path', ${tenant.place.schema}, false)`.execute(db)
      await sql`alter table bank_statement drop column notes`.execute(db)
      await up(db as unknown as Kysely<unknown>)
      await sql`reset search_path`.execute(db)
    }),
  )

test('names, phones, addresses and codes lose marks that nobody sees, and nothing else', async () => {
  const tenant = await freshTenant()
  const [one, child, account, coded] = await tenant.write(async (trx) => [
    await parent(trx, {
      ...{ name: 'Ujian \u202eahaR\u202c', phone: '\u202a+60190003001\u202c' },
      ...{ address_line1: '12,\u200b Jalan Contoh', city: '\ufeffKajang' },
    }),
    await student(trx, { name: 'க்\u200dஷ \u2066Contoh\u2069', student_no: '26\u00ad0001' }),
    await user(trx, { name: '\u200fUjian', roles: ['clerk'] }),
    await category(trx, { code: 'A\u200dB', name: '\u2063Contoh' }),
  ])
  await cleaned(tenant)
  const [family] = await tenant.read((db) =>
    db
      .selectFrom('parent')
      .select(['name', 'phone', 'address_line1', 'city'])
      .where('id', '=', one!.id)
      .execute(),
  )
  expect(family).toEqual({
    ...{ name: 'Ujian ahaR', phone: '+60190003001', address_line1: '12, Jalan Contoh', city: 'Kajang' },
  })
  const named = await tenant.read(async (db) => [
    await db.selectFrom('student').select(['name', 'student_no']).where('id', '=', child!.id).execute(),
    await db.selectFrom('user_account').select('name').where('id', '=', account!.id).execute(),
    await db.selectFrom('category').select(['name', 'code']).where('id', '=', coded!.id).execute(),
  ])
  expect(named.flat()).toEqual([
    { name: 'க்\u200dஷ Contoh', student_no: '260001' },
    { name: 'Ujian' },
    { name: 'Contoh', code: 'AB' },
  ])
})

test('a row whose clean code another row has, or of which nothing would be left, stays as it is', async () => {
  const tenant = await freshTenant()
  const [, twin, empty] = await tenant.write(async (trx) => [
    await category(trx, { code: 'SAMA', name: 'Contoh' }),
    await category(trx, { code: 'SA\u200bMA', name: 'Lain\u200b' }),
    await category(trx, { code: 'KOSONG', name: '\u200b' }),
  ])
  await cleaned(tenant)
  const rows = await tenant.read((db) =>
    db
      .selectFrom('category')
      .select(['code', 'name'])
      .where('id', 'in', [twin!.id, empty!.id])
      .orderBy('code')
      .execute(),
  )
  expect(rows).toEqual([
    { code: 'KOSONG', name: '\u200b' },
    { code: 'SA\u200bMA', name: 'Lain' },
  ])
})

test('the marks are those that forms take off', async () => {
  const tenant = await freshTenant()
  const last = 0x10ffff
  const letters = Array.from({ length: last }, (_, index) => index + 1)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
  const matching = async (set: string) => {
    const { rows } = await tenant.read((db) =>
      sql<{
        letter: string
      }>`select letter from unnest(${letters}::text[]) as letter where letter ~ ${set}`.execute(db),
    )
    return rows.map(({ letter }) => letter.codePointAt(0)!.toString(16))
  }
  const gone = (without: (text: string) => string) =>
    letters.filter((letter) => without(letter) === '').map((letter) => letter.codePointAt(0)!.toString(16))
  expect(await matching(marks)).toEqual(gone(withoutMarks))
  expect(await matching(inkless)).toEqual(gone(withoutInvisible))
})

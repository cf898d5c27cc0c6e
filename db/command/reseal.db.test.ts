import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { keyringOf, open, seal } from '#app/domain/core/secrets.ts'
import { openedAnswers } from '#app/domain/enrolment/applications/answers.ts'
import { submitApplication } from '#app/domain/enrolment/applications/submit-application.ts'
import {
  appliedChild,
  appliedParent,
  newApplication,
  today,
  visitor,
  wishes,
} from '#app/domain/enrolment/applications/test-support.ts'
import { identityIndexes, openedIdentity, sealedIdentity } from '#app/domain/identity/accounts/identity.ts'
import { newId } from '#db/id.ts'
import { asOwner } from '#db/owner.ts'
import { parent, subject } from '#tests/support/database/factories.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { resealAll } from './reseal.ts'

const [oldKey, newKey, strangeKey] = [randomBytes(32), randomBytes(32), randomBytes(32)]
const oldRing = keyringOf(oldKey)
const newRing = keyringOf(newKey)
const both = keyringOf(newKey, [oldKey])

test('what an older key sealed is sealed anew, fingerprints and platform included; a second run finds nothing', async () => {
  const tenant = await freshTenant()
  const { ownerUrl } = tenant.database
  const place = { place: tenant.place.schema, table: 'parent' as const }
  const numbers = new Map<string, string>()
  await tenant.write(async (trx) => {
    for (let n = 0; n < 510; n++) {
      const id = newId()
      const number = `9001011${String(n).padStart(5, '0')}`
      numbers.set(id, number)
      await parent(trx, { id, ...sealedIdentity(oldRing, { ...place, row: id }, number) })
    }
  })
  const cell = { place: 'platform', table: 'entity', column: 'account_number_sealed', row: tenant.place.id }
  await asOwner(ownerUrl, (owner) =>
    owner
      .updateTable('platform.entity')
      .set({ account_number_sealed: seal(oldRing, cell, '512345678901') })
      .where('id', '=', tenant.place.id)
      .execute(),
  )

  const done = await resealAll(ownerUrl, both, () => {})
  expect(done.find((one) => one.place === tenant.place.schema)).toMatchObject({
    resealed: 510,
    unreadable: [],
  })

  const rows = await tenant.read((db) =>
    db.selectFrom('parent').select(['id', 'identity_no_sealed', 'identity_no_index']).execute(),
  )
  for (const { id, identity_no_sealed, identity_no_index } of rows) {
    const number = numbers.get(id)!
    expect(openedIdentity(newRing, { ...place, row: id }, identity_no_sealed!)).toBe(number)
    expect(identity_no_index).toEqual(identityIndexes(newRing, place, number)[0])
  }
  const entity = await tenant.read((db) =>
    db.selectFrom('platform.entity').select('account_number_sealed').executeTakeFirstOrThrow(),
  )
  expect(open(newRing, cell, entity.account_number_sealed!)).toBe('512345678901')

  const again = await resealAll(ownerUrl, both, () => {})
  expect(again.every(({ resealed }) => resealed === 0)).toBe(true)
})

test('who applies is still found on file by the number in their answers', async () => {
  const tenant = await freshTenant()
  const place = tenant.place.schema
  const child = appliedChild({ identity_type: 'nric', identity_no: '171345105599' })
  const { id } = await tenant.write(async (trx) => {
    const { id: subject_id } = await subject(trx)
    const input = newApplication({
      parents: [appliedParent({ identity_no: '801345105599' })],
      students: [{ ...child, subjects: wishes(subject_id) }],
    })
    return submitApplication(trx, visitor, { ring: oldRing, place }, input, today)
  })
  await resealAll(tenant.database.ownerUrl, both, () => {})
  for (const [table, number] of [
    ['student', '171345105599'],
    ['parent', '801345105599'],
  ] as const) {
    const rows = tenant.read((db) =>
      db
        .selectFrom(`application_${table}` as 'application_student')
        .select(['id', 'identity_no_index', 'answers_sealed'])
        .where('application_id', '=', id)
        .executeTakeFirstOrThrow(),
    )
    const row = await rows
    expect(row.identity_no_index).toEqual(identityIndexes(newRing, { place, table }, number)[0])
    expect(openedAnswers({ ring: newRing, place }, `application_${table}`, row)).toMatchObject({
      identity_no: number,
    })
  }
})

test('a value that no key opens is named and left alone', async () => {
  const tenant = await freshTenant()
  const at = { place: tenant.place.schema, table: 'parent' as const }
  const id = newId()
  const foreign = sealedIdentity(keyringOf(strangeKey), { ...at, row: id }, '900101001234')
  await tenant.write((trx) => parent(trx, { id, ...foreign }))
  const done = await resealAll(tenant.database.ownerUrl, both, () => {})
  expect(done.find(({ place }) => place === at.place)?.unreadable).toEqual([
    `parent.identity_no_sealed of ${id}`,
  ])
  const { identity_no_sealed } = await tenant.read((db) =>
    db.selectFrom('parent').select('identity_no_sealed').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  expect(identity_no_sealed).toBe(foreign.identity_no_sealed)
})

test('every sealed column stands in a table with an id, to which its seal is bound', async () => {
  const tenant = await freshTenant()
  const { rows } = await asOwner(tenant.database.ownerUrl, (owner) =>
    sql<{ column: string; has_id: boolean }>`
      select table_name || '.' || column_name as column, exists (
        select from information_schema.columns k
        where k.table_schema = c.table_schema and k.table_name = c.table_name and k.column_name = 'id') as has_id
      from information_schema.columns c
      where column_name like '%\\_sealed' and table_schema in ('platform', ${tenant.place.schema})`.execute(
      owner,
    ),
  )
  expect(rows.length).toBeGreaterThan(4)
  expect(rows.filter(({ has_id }) => !has_id)).toEqual([])
})

import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Cell } from '#app/integrations/spreadsheets/cell.ts'
import { parent } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { figure } from '#tests/support/run/figure.ts'
import { soaking } from '#tests/support/run/soak.ts'
import { stopwatch } from '#tests/support/run/stopwatch.ts'
import { checksums, familyHeadings, familyRow, importing } from './test-support.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
  await tenant.actor('admin')
})

const families = () =>
  tenant.read((db) =>
    db
      .selectFrom('student')
      .innerJoin('student_parent', 'student_parent.student_id', 'student.id')
      .innerJoin('parent', 'parent.id', 'student_parent.parent_id')
      .select(['student.name as child', 'parent.name as parent', 'student_parent.relationship', 'is_payer'])
      .orderBy('student.name')
      .orderBy('is_payer', 'desc')
      .execute(),
  )

test('rows become children with their parents, brothers and sisters have the same ones, and all of it can be undone', async () => {
  const before = await checksums(tenant)
  const sister = { name: 'Adik', parent_1_name: 'Razak 1', parent_1_phone: 1120000001 }
  const file = await importing(tenant, 'students', [
    familyHeadings,
    familyRow(1, {
      name: 'Kakak',
      parent_2_name: 'Salmah',
      parent_2_relationship: 'ibu',
      parent_2_phone: '0137654321',
      allergies: 'Kacang',
    }),
    familyRow(2, { ...sister, health_conditions: 'Asma' }),
  ]).checked()
  expect(await file.problems()).toEqual([])
  await (await file.start()).run()
  expect(await file.now()).toMatchObject({ status: 'done' })
  expect(await families()).toMatchObject([
    { child: 'Adik', parent: 'Razak 1', is_payer: true },
    { child: 'Kakak', parent: 'Razak 1', is_payer: true },
    { child: 'Kakak', parent: 'Salmah', relationship: 'mother', is_payer: false },
  ])
  const health = await tenant.read((db) =>
    db.selectFrom('student').select(['name', 'health_conditions', 'allergies']).orderBy('name').execute(),
  )
  expect(health).toMatchObject([
    { name: 'Adik', health_conditions: 'Asma', allergies: null },
    { name: 'Kakak', health_conditions: null, allergies: 'Kacang' },
  ])
  expect(await file.undo()).toMatchObject({ status: 'undone' })
  expect(await checksums(tenant)).toEqual(before)
})

test('a cell that cannot be read is all that is said of its row', async () => {
  const file = importing(tenant, 'students', [familyHeadings, familyRow(20, { born_on: '31/02/2016' })])
  expect(await (await file.checked()).problems()).toEqual(['2 born_on import.date_ymd'])
})

test('parents are the same by identity number, else by phone, else by e-mail; what is at odds is listed', async () => {
  const known = { name: 'Encik Hamid', phone: '+60126660001', email: 'hamid@family.test' }
  await tenant.write((trx) => parent(trx, known))
  const parentOf = (number: number, given: Record<string, Cell>) =>
    familyRow(
      number,
      Object.fromEntries(Object.entries(given).map(([key, cell]) => [`parent_1_${key}`, cell])),
    )
  const card = { identity_no: '800101000011' }
  const file = await importing(tenant, 'students', [
    familyHeadings,
    parentOf(30, { name: 'HAMID', phone: '0126660001' }),
    parentOf(31, { name: 'encik hamid', phone: 126660001 }),
    parentOf(32, { name: 'Encik Hamid', phone: '0126660002', email: 'HAMID@family.test' }),
    parentOf(33, { name: 'Siti binti Ali', phone: '0126660003', ...card }),
    parentOf(34, { name: 'SITI BT. ALI', phone: '0126660004', ...card }),
    parentOf(35, { name: 'Siti binti Abu', phone: '0126660005', ...card }),
    parentOf(36, { name: 'Siti binti Ali', phone: '0126660003', identity_no: '810101000012' }),
    parentOf(37, { name: 'Siti binti Ali', phone: '0126660001', ...card }),
    parentOf(38, { name: 'Siti binti Ali', phone: '0126660003', email: 'hamid@family.test', ...card }),
  ]).checked()
  expect(await file.problems()).toEqual([
    '2 parent_1_name import.parent_name',
    '7 parent_1_name import.parent_name_row',
    '8 parent_1_identity_no import.parent_identity_no_row',
    '9 parent_1_phone import.parent_phone',
    '10 parent_1_email import.parent_email',
  ])
})

test('rows of the file are rows that are written and rows that are listed, whatever stands in them', async () => {
  const cell = fc.oneof(
    fc.constantFrom<Cell>(
      null,
      'x',
      '2016-05-04',
      '04/05/2016',
      42494,
      1e20,
      true,
      { error: '#REF!' },
      '0123456789',
    ),
    fc.string({ maxLength: 12 }),
    fc.integer(),
  )
  let next = 2_000
  const row = fc.dictionary(fc.constantFrom(...familyHeadings), cell, { maxKeys: 2 })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (given) => {
      const rows = given.map((one) => familyRow(next++, one))
      const file = await importing(tenant, 'students', [familyHeadings, ...rows]).checked()
      const listed = (await file.rows()).filter(({ status }) => status === 'wrong')
      for (const { problems } of listed) expect(problems.length).toBeGreaterThan(0)
      if (listed.length > 0)
        await tenant.write((trx) =>
          trx
            .updateTable('import_row')
            .set({ status: 'left_out' })
            .where('import_id', '=', file.id())
            .where('status', '=', 'wrong')
            .execute(),
        )
      const before = await countOf()
      if (listed.length < rows.length) await (await file.start()).run()
      const failed = (await file.rows()).filter(({ status }) => status === 'failed')
      expect((await countOf()) - before).toBe(rows.length - listed.length - failed.length)
    }),
    { numRuns: soaking ? 100 : 12 },
  )
})

const countOf = async () =>
  (await tenant.read((db) => db.selectFrom('student').select('id').execute())).length

test('a thousand families are checked and written while somebody waits', async () => {
  const rows = soaking ? 1_000 : 100
  const sheet = Array.from({ length: rows }, (_, index) => familyRow(5_000 + index))
  const file = await (await importing(tenant, 'students', [familyHeadings, ...sheet]).stage()).map()
  const [checking, begun] = [stopwatch(), performance.now()]
  await file.check()
  checking.within(30_000)
  await file.start()
  const [writing, checked] = [stopwatch(), performance.now()]
  await file.run()
  writing.within(60_000)
  expect(await file.now()).toMatchObject({ status: 'done' })
  figure(
    `imports: ${rows} families checked in ${Math.round(checked - begun)} ms and written in ${Math.round(performance.now() - checked)} ms`,
  )
}, 300_000)

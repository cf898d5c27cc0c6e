import { beforeAll, expect, test } from 'vitest'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
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
    }),
    familyRow(2, sister),
  ]).checked()
  expect(await file.problems()).toEqual([])
  await (await file.start()).run()
  expect(await file.now()).toMatchObject({ status: 'done' })
  expect(await families()).toMatchObject([
    { child: 'Adik', parent: 'Razak 1', is_payer: true },
    { child: 'Kakak', parent: 'Razak 1', is_payer: true },
    { child: 'Kakak', parent: 'Salmah', relationship: 'mother', is_payer: false },
  ])
  expect(await file.undo()).toMatchObject({ status: 'undone' })
  expect(await checksums(tenant)).toEqual(before)
})

import { beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '#app/domain/core/actor.ts'
import { branch, enrolment, student, subject } from '#tests/support/database/factories.ts'
import { imbalance } from '#tests/support/database/money.ts'
import '#tests/support/product/matchers.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { billSeveral, studentsOfClass } from './several.ts'
import { line, scopes, today } from './test-support.ts'

let tenant: Tenant
let clerk: Actor
beforeAll(async () => {
  tenant = await freshTenant()
  clerk = await tenant.actor('clerk')
})

/** A class with two children who are paid for, and one elsewhere. */
const aClass = () =>
  tenant.write(async (trx) => {
    const { id: subject_id } = await subject(trx)
    const far = await branch(trx)
    const seated = async (name: string, branch_id = tenant.branch.id) => {
      const { id } = await student(trx, { name, branch_id })
      await enrolment(trx, { student_id: id, subject_id })
      return id
    }
    return {
      subject_id,
      b: await seated('Bakar'),
      a: await seated('Aminah'),
      far: await seated('Chong', far.id),
    }
  })

const asked = { due_on: '2026-02-07', items: [line()], send: 'none' as const, step: 'issue' as const }
const bill = (student_ids: string[], given: Partial<typeof asked | { step: 'draft' }> = {}) =>
  tenant.write((trx) =>
    billSeveral(trx, clerk, scopes.branch(clerk), { ...asked, ...given, student_ids }, today),
  )
const invoicesOf = (student_ids: string[]) =>
  tenant.read((db) =>
    db
      .selectFrom('invoice')
      .innerJoin('student', 'student.id', 'invoice.student_id')
      .select(['student.name', 'invoice.status', 'invoice.number', 'invoice.total_sen'])
      .where('student_id', 'in', student_ids)
      .orderBy('student.name')
      .execute(),
  )

describe('several students', () => {
  test('get an invoice each with the same lines, numbered by their names', async () => {
    const { subject_id, a, b } = await aClass()
    const offered = await tenant.read((db) => studentsOfClass(db, scopes.branch(clerk), { subject_id }))
    expect(offered.map(({ name }) => name)).toEqual(['Aminah', 'Bakar'])
    const found = await tenant.read((db) =>
      studentsOfClass(db, scopes.branch(clerk), { subject_id, q: 'bak' }),
    )
    expect(found.map(({ id }) => id)).toEqual([b])
    expect(await bill([b, a, b])).toBe(2)
    const [first, second] = await invoicesOf([a, b])
    expect(first).toMatchObject({ name: 'Aminah', status: 'unpaid', total_sen: 12_000 })
    expect(second).toMatchObject({ name: 'Bakar', status: 'unpaid', total_sen: 12_000 })
    expect(Number(second!.number!.slice(-6)) - Number(first!.number!.slice(-6))).toBe(1)
    expect(await tenant.read(imbalance)).toEqual({})
  })

  test('are drafts without numbers, if that is wanted', async () => {
    const { a, b } = await aClass()
    await bill([a, b], { step: 'draft' })
    expect((await invoicesOf([a, b])).map(({ status, number }) => [status, number])).toEqual([
      ['draft', null],
      ['draft', null],
    ])
  })

  test('are billed all or none: not with one elsewhere, nor with one for whom nobody pays, who is named', async () => {
    const { a, b, far } = await aClass()
    await expect(() => bill([a, far])).toRefuse('not_found.student', 'student_ids')
    await tenant.write((trx) => trx.deleteFrom('student_parent').where('student_id', '=', b).execute())
    await expect(() => bill([a, b])).toRefuse('invoice.nobody_pays', 'student_ids')
    expect(await invoicesOf([a, b, far])).toEqual([])
  })
})

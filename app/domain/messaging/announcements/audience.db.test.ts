import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RowScope } from '#app/domain/core/actor.ts'
import { everywhere } from '#app/domain/core/actor.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { newId } from '#db/id.ts'
import {
  branch,
  category,
  enrolment,
  insert,
  parent,
  program,
  student,
  subject,
  user,
} from '#tests/support/database/factories.ts'
import { arrangement, invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type Audience, audienceOf } from './audience.ts'
import { audience } from './test-support.ts'

let tenant: Tenant
let made: Awaited<ReturnType<typeof people>>
beforeAll(async () => {
  tenant = await freshTenant()
  made = await people(tenant)
})

/**
 * Razak has three children in two branches; Siti pays for one child of whom Razak is the main contact; Lim owes; Chandra's
 * child has left; Mei was in Matematik before; Guru teaches Matematik, Kerani works in the second branch.
 */
async function people({ write, branch: hq }: Tenant) {
  return write(async (trx) => {
    const south = await branch(trx)
    const math = await subject(trx, {
      name: 'Matematik',
      name_my: 'Matematik T4',
      category_id: (await category(trx)).id,
    })
    const art = await subject(trx, { name: 'Seni', branch_id: south.id, program_id: (await program(trx)).id })
    const razak = await parent(trx, { name: 'Razak', preferred_locale: 'my', phone: '+60112000001' })
    const siti = await parent(trx, { name: 'Siti', email: null })
    const lim = await parent(trx, { name: 'Lim', preferred_locale: 'en', phone: '+60112000001' })
    const gone = await parent(trx, { name: 'Chandra' })
    const first = await student(
      trx,
      { name: 'Adam', born_on: '2012-01-01', tags: ['asrama'] },
      { payer: razak },
    )
    const second = await student(trx, { name: 'Balqis', born_on: '2014-01-01' }, { payer: razak })
    const third = await student(
      trx,
      { name: 'Chik', born_on: '2016-01-01', branch_id: south.id },
      { payer: razak },
    )
    const fourth = await student(trx, { name: 'Danish', branch_id: south.id }, { payer: siti })
    await trx
      .updateTable('student_parent')
      .set({ is_primary: false })
      .where('student_id', '=', fourth.id)
      .execute()
    await insert(trx, 'student_parent', {
      ...{
        student_id: fourth.id,
        parent_id: razak.id,
        relationship: 'guardian',
        is_primary: true,
        is_payer: false,
      },
    })
    const fifth = await student(trx, { name: 'Mei' }, { payer: lim })
    const left = await student(
      trx,
      { name: 'Devi', status: 'withdrawn', status_on: '2026-02-01' },
      { payer: gone },
    )
    for (const [child, of] of [
      [first, math],
      [second, math],
      [third, art],
      [fifth, art],
    ] as const)
      await enrolment(trx, { student_id: child.id, subject_id: of.id })
    await enrolment(trx, { student_id: fourth.id, subject_id: math.id, status: 'waitlisted' })
    await enrolment(trx, {
      ...{ student_id: fifth.id, subject_id: math.id, status: 'ended' },
      ...{ starts_on: '2026-01-05', ends_on: '2026-02-28' },
    })
    for (const [child, payer, due_on, price_sen] of [
      [fifth, lim, '2026-02-07', 5_000],
      [fifth, lim, '2026-01-07', 7_000],
      [left, gone, '2026-01-15', 100],
    ] as const)
      await invoice(
        trx,
        { student_id: child.id, payer_parent_id: payer.id, due_on, issued_on: '2025-12-31' },
        [{ price_sen }],
      )
    // Not due yet, due today, and a draft: none is overdue.
    const today = currentDay()
    await invoice(trx, {
      ...{ student_id: first.id, payer_parent_id: razak.id, issued_on: today, due_on: today },
    })
    await invoice(trx, {
      ...{ student_id: first.id, payer_parent_id: razak.id, issued_on: today, due_on: addDays(today, 30) },
    })
    await invoice(trx, { student_id: second.id, payer_parent_id: razak.id, status: 'draft' })
    const guru = await user(trx, { name: 'Guru', roles: ['trainer'], email: 'guru@school.test' })
    const kerani = await user(trx, { name: 'Kerani', roles: ['clerk'] }, { branch_id: south.id })
    await insert(trx, 'subject_trainer', { subject_id: math.id, user_id: guru.id, duty: 'main' })
    await insert(trx, 'message_opt_out', {
      id: newId(),
      parent_id: siti.id,
      channel: 'whatsapp',
      source: 'office',
    })
    return { hq, south, math, art, razak, siti, lim, gone, first, third, fourth, guru, kerani }
  })
}

const scopeOf = (given: Partial<RowScope>): RowScope => ({ ...everywhere, ...given })
const found = (given: Partial<Audience> = {}, scope: RowScope = everywhere) =>
  tenant.read((db) => audienceOf(db, scope, audience(given)))
const names = async (given?: Partial<Audience>, scope?: RowScope) =>
  (await found(given, scope)).map(({ name }) => name)

describe('families', () => {
  test('each is written to once, by who pays, naming all of its children, the eldest first', async () => {
    const all = await found()
    expect(all.map(({ name, facts }) => [name, facts.students])).toEqual([
      ['Lim', ['Mei']],
      ['Razak', ['Adam', 'Balqis', 'Chik']],
      ['Siti', ['Danish']],
    ])
    expect(all[1]).toMatchObject({
      ...{ parent_id: made.razak.id, user_id: null, locale: 'my', email: made.razak.email },
      facts: { classes: ['Matematik T4', 'Seni'] },
    })
    expect(all[2]).toMatchObject({ email: null, opted_out: ['whatsapp'] })
  })

  test('a phone number that an earlier family has gets nothing twice, an e-mail address of its own does', async () => {
    const [lim, razak, siti] = await found()
    expect([lim!.duplicate, razak!.duplicate, siti!.duplicate]).toEqual([[], ['sms', 'whatsapp'], []])
  })

  test('who has left a channel keeps nobody from hearing by it at the same number', async () => {
    const { id } = await tenant.write((trx) =>
      insert(trx, 'message_opt_out', {
        ...{ id: newId(), parent_id: made.lim.id, channel: 'sms', source: 'link' },
      }),
    )
    const [lim, razak] = await found()
    expect([lim!.opted_out, razak!.duplicate]).toEqual([['sms'], ['whatsapp']])
    await tenant.write((trx) => trx.deleteFrom('message_opt_out').where('id', '=', id).execute())
  })

  test('without a payer the main contact is written to', async () => {
    await tenant.write((trx) =>
      trx
        .updateTable('student_parent')
        .set({ is_payer: false })
        .where('student_id', '=', made.fourth.id)
        .execute(),
    )
    expect(await names({ student_ids: [made.fourth.id] })).toEqual(['Razak'])
    await tenant.write((trx) =>
      trx
        .updateTable('student_parent')
        .set({ is_payer: true })
        .where('student_id', '=', made.fourth.id)
        .where('parent_id', '=', made.siti.id)
        .execute(),
    )
  })

  test.each<[string, () => Partial<Audience>, string[]]>([
    ['a branch', () => ({ branch_ids: [made.south.id] }), ['Razak', 'Siti']],
    ['a class, without who waits for a seat or has left', () => ({ subject_ids: [made.math.id] }), ['Razak']],
    ['a program', () => ({ program_ids: [made.art.program_id] }), ['Lim', 'Razak']],
    ['a category', () => ({ category_ids: [made.math.category_id!] }), ['Razak']],
    ['two classes, which add up', () => ({ subject_ids: [made.math.id, made.art.id] }), ['Lim', 'Razak']],
    [
      'a class and a branch, which narrow each other',
      () => ({ subject_ids: [made.art.id], branch_ids: [made.hq.id] }),
      ['Lim'],
    ],
    ['a tag', () => ({ tags: ['asrama', 'tiada'] }), ['Razak']],
    ['a named student', () => ({ student_ids: [made.fourth.id] }), ['Siti']],
    [
      'a named parent, with a student',
      () => ({ parent_ids: [made.lim.id], student_ids: [made.fourth.id] }),
      ['Lim', 'Siti'],
    ],
  ])('by %s', async (_what, given, expected) => {
    expect(await names(given())).toEqual(expected)
  })

  test('only the children in the audience are named', async () => {
    const [razak] = await found({ branch_ids: [made.south.id], subject_ids: [made.art.id] })
    expect(razak?.facts).toEqual({ students: ['Chik'], classes: ['Seni'] })
  })
})

describe('overdue families', () => {
  test('everything overdue adds up, the first due date and the link of the invoice that is due first', async () => {
    const [gone, lim, ...others] = await found({ who: ['overdue'] })
    expect(others).toEqual([])
    expect(gone).toMatchObject({
      name: 'Chandra',
      facts: { students: ['Devi'], amount_sen: 100, due_on: '2026-01-15' },
    })
    expect(lim).toMatchObject({ name: 'Lim', facts: { amount_sen: 12_000, due_on: '2026-01-07' } })
    expect(lim?.facts.code).toMatch(/^\w+$/)
  })

  test('together with all families each is there once', async () => {
    const all = await found({ who: ['families', 'overdue'] })
    expect(all.map(({ name, facts }) => [name, facts.amount_sen])).toEqual([
      ['Chandra', 100],
      ['Lim', 12_000],
      ['Razak', undefined],
      ['Siti', undefined],
    ])
  })

  test('who keeps a plan of instalments, or is not to be reminded, is left out, as reminders do', async () => {
    const own = await freshTenant()
    const debt = (name: string, given: object = {}) =>
      own.write(async (trx) => {
        const payer = await parent(trx, { name })
        const child = await student(trx, {}, { payer })
        const days = { payer_parent_id: payer.id, issued_on: '2025-12-31', due_on: '2026-01-15' }
        return invoice(trx, { student_id: child.id, ...days, ...given }, [{ price_sen: 5_000 }])
      })
    const bills = []
    for (const name of ['Asked', 'Arranged', 'Broken', 'Family', 'Invoice', 'Lifted', 'Ended'])
      bills.push(await debt(name))
    const [, arranged, broken, family, bill, lifted, ended] = bills
    const today = currentDay()
    await debt('Pending', { status: 'pending' })
    await own.write(async (trx) => {
      const decided = { status: 'active', decided_by: (await user(trx)).id, decided_at: new Date() } as const
      const due_on = (days: number) => [addDays(today, days), addDays(today, 60)]
      await arrangement(trx, { invoice_id: arranged!.id, due_on: due_on(10), ...decided })
      await arrangement(trx, { invoice_id: broken!.id, due_on: due_on(-40), ...decided })
      const created_by = (await user(trx)).id
      const hold = (of: typeof family, given: object) =>
        insert(trx, 'reminder_hold', {
          ...{ id: newId(), parent_id: of!.payer_parent_id!, reason: 'Bapa kehilangan kerja', created_by },
          ...{ ends_on: addDays(today, 5), ...given },
        })
      await hold(family, {})
      await hold(bill, { invoice_id: bill!.id })
      await hold(lifted, { lifted_at: new Date(), lifted_by: created_by })
      await hold(ended, { ends_on: addDays(today, -1) })
    })
    const all = await own.read((db) => audienceOf(db, everywhere, audience({ who: ['overdue'] })))
    expect(all.map(({ name }) => name)).toEqual(['Asked', 'Broken', 'Ended', 'Lifted'])
  })

  test('of one branch', async () => {
    expect(await names({ who: ['overdue'], branch_ids: [made.south.id] })).toEqual([])
  })
})

describe('families that count as one', () => {
  test('get one message, naming all children; about money each who pays gets its own', async () => {
    const own = await freshTenant()
    const made = await own.write(async (trx) => {
      const [aunt, mother] = [await parent(trx, { name: 'Aunt' }), await parent(trx, { name: 'Mother' })]
      const nephew = await student(trx, { name: 'Adam', born_on: '2012-01-01' }, { payer: aunt })
      await student(trx, { name: 'Balqis', born_on: '2014-01-01' }, { payer: mother })
      await insert(trx, 'joined_family', {
        ...{ parent_id: aunt.id, joined_to_id: mother.id, reason: 'Sepupu yang tinggal serumah' },
      })
      const days = { issued_on: '2025-12-31', due_on: '2026-01-15' }
      await invoice(trx, { student_id: nephew.id, payer_parent_id: aunt.id, ...days }, [{ price_sen: 5_000 }])
      return { aunt, mother }
    })
    const found = async (given: Partial<Audience>) => {
      const all = await own.read((db) => audienceOf(db, everywhere, audience(given)))
      return all.map(({ name, facts }) => [name, facts.students, facts.amount_sen])
    }
    expect(await found({})).toEqual([['Mother', ['Adam', 'Balqis'], undefined]])
    expect(await found({ who: ['overdue'] })).toEqual([['Aunt', ['Adam'], 5_000]])
    expect(await found({ parent_ids: [made.aunt.id] })).toEqual([['Aunt', ['Adam'], undefined]])
    await own.write((trx) =>
      trx.updateTable('parent').set({ status: 'inactive' }).where('id', '=', made.mother.id).execute(),
    )
    expect((await found({})).map(([name]) => name)).toContain('Aunt')
  })
})

describe('accounts', () => {
  test('staff and trainers, each account once, behind the families', async () => {
    const all = await found({ who: ['families', 'staff', 'trainers'], parent_ids: [made.lim.id] })
    expect(all.map(({ name }) => name)).toEqual(['Lim', 'Guru', 'Kerani'])
    expect(all[1]).toMatchObject({
      user_id: made.guru.id,
      parent_id: null,
      email: 'guru@school.test',
      facts: {},
    })
  })
  test('trainers by what they teach, staff by their branch', async () => {
    expect(await names({ who: ['trainers'], subject_ids: [made.math.id] })).toEqual(['Guru'])
    expect(await names({ who: ['trainers'], subject_ids: [made.art.id] })).toEqual([])
    expect(await names({ who: ['staff'], branch_ids: [made.south.id] })).toEqual(['Kerani'])
  })
})

describe('the scope of who sends is part of the query', () => {
  test('a branch: its students, its overdue invoices, its staff; a foreign one finds nothing', async () => {
    const south = scopeOf({ scope: 'branch', branch_ids: [made.south.id], user_id: made.kerani.id })
    expect(await names({}, south)).toEqual(['Razak', 'Siti'])
    expect((await found({}, south))[0]?.facts.students).toEqual(['Chik'])
    expect(await names({ branch_ids: [made.hq.id] }, south)).toEqual([])
    expect(await names({ subject_ids: [made.math.id] }, south)).toEqual([])
    expect(await names({ student_ids: [made.first.id] }, south)).toEqual([])
    expect(await names({ who: ['overdue'] }, south)).toEqual([])
    expect(await names({ who: ['staff', 'trainers'] }, south)).toEqual(['Kerani'])
  })

  test('a trainer: families of the own classes alone', async () => {
    const guru = scopeOf({ scope: 'class', user_id: made.guru.id })
    expect(await names({ who: ['families', 'overdue', 'staff', 'trainers'] }, guru)).toEqual([
      'Razak',
      'Siti',
    ])
    expect(await names({ subject_ids: [made.art.id] }, guru)).toEqual([])
  })
})

test('15,000 families are one statement', async () => {
  const large = await freshTenant()
  await large.write(async (trx) => {
    const hq = large.branch.id
    await sql`insert into parent (id, name, phone, email, relationship, family_code)
      select gen_random_uuid(), 'Keluarga ' || lpad(n::text, 5, '0'), '+6011' || (20000000 + n), 'k' || n || '@family.test',
        'father', 'K' || lpad(n::text, 7, '0') from generate_series(1, 15000) n`.execute(trx)
    await sql`insert into student (id, student_no, name, identity_type, birth_cert_no, born_on, gender, registered_on, branch_id)
      select gen_random_uuid(), 'M' || n, 'Anak ' || n, 'birth_cert', 'M' || n, '2015-01-01', 'male', '2026-01-05', ${hq}
      from generate_series(1, 15000) n`.execute(trx)
    await sql`insert into student_parent (student_id, parent_id, relationship, is_primary, is_payer)
      select student.id, parent.id, 'father', true, true from student
      join parent on parent.family_code = 'K' || lpad(substr(student.student_no, 2), 7, '0')`.execute(trx)
  })
  let statements = 0
  const all = await large.read(async (db) => {
    const counted = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements += 1
        return result
      },
    })
    return audienceOf(counted, everywhere, audience())
  })
  expect(all).toHaveLength(15_000)
  expect(statements).toBe(1)
})

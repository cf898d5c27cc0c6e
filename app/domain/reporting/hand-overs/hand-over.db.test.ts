import { globSync, readFileSync } from 'node:fs'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aClass, billing, pupils } from '#app/domain/billing/generations/test-support.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { type NoticeNoun, noticeNouns } from '#app/domain/core/four-eyes/notify-deciders.ts'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { einvoiceDocument } from '#tests/support/database/einvoice-factories.ts'
import {
  branch,
  insert,
  student,
  studentDiscount,
  type Trx,
  user,
} from '#tests/support/database/factories.ts'
import { fundMove } from '#tests/support/database/giving-factories.ts'
import {
  arrangement,
  creditNote,
  creditRefund,
  invoice,
  transferSlip,
} from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { letPass } from '#tests/support/people/codes.ts'
import '#tests/support/product/matchers.ts'
import { askToDo, withdrawAsking } from './change-hand-over.ts'
import { deciderLetter, planNotices } from './decider-notices.ts'
import { askedTasks, handOverOf } from './find-hand-overs.ts'
import { handOverLetter } from './hand-over-letter.ts'

type Person = Actor & { id: string }

/** Mails of a job that are on their way in an organisation, by who gets them, when. */
async function mailsOf({ database, entity }: Tenant, name: string) {
  const rows = await withPlatform(database.pool, (trx) =>
    trx
      .selectFrom('platform.outbox')
      .select(['payload', 'run_at'])
      .where('entity_id', '=', entity.id)
      .where('name', '=', name)
      .orderBy('run_at')
      .execute(),
  )
  return rows.map(({ payload, run_at }) => ({ ...(payload as { user_id: string; noun?: string }), run_at }))
}
const readersOf = async (tenant: Tenant, name: string) =>
  (await mailsOf(tenant, name)).map(({ user_id }) => user_id).sort()

describe('a preview that a clerk may not run', () => {
  let tenant: Tenant
  let clerk: Person
  let supervisor: Person
  let admin: Person
  let at: { noun: 'generation'; id: string }
  let preview: ReturnType<typeof billing>
  beforeEach(async () => {
    tenant = await freshTenant()
    clerk = await tenant.actor('clerk')
    supervisor = await tenant.actor('supervisor')
    admin = await tenant.actor('admin')
    const taught = await tenant.write((trx) => aClass(trx))
    await tenant.write((trx) => pupils(trx, taught.id, 1))
    preview = billing(tenant)
    await preview.preview()
    at = { noun: 'generation', id: preview.id() }
  })
  const ask = (input: { asked_of?: string; note?: string } = {}, mails = true, who = clerk) =>
    tenant.write((trx) => askToDo(trx, who, at, input, mails))
  const tasksOf = ({ id }: Person) => tenant.read((db) => askedTasks(db, id, ['generation', 'import']))
  const letter = async () => {
    const { id: hand_over_id } = (await tenant.read((db) => handOverOf(db, 'generation', at.id)))!
    const context = {} as Parameters<typeof handOverLetter.load>[2]
    return tenant.write((trx) => handOverLetter.load(trx, { user_id: admin.id, hand_over_id }, context))
  }

  test('is asked of everybody who may, each of whom has the task and a mail, but not who may not', async () => {
    await tenant.write((trx) => user(trx, { roles: ['admin'], status: 'inactive' }))
    expect(await ask({ note: 'Sebelum tengah hari' })).toMatchObject({ name: null, mailed: 2 })
    expect(await readersOf(tenant, 'hand_over.mail')).toEqual([supervisor.id, admin.id].sort())
    for (const who of [supervisor, admin])
      expect(await tasksOf(who)).toMatchObject([
        {
          noun: 'generation',
          object_id: at.id,
          asker: clerk.name,
          note: 'Sebelum tengah hari',
          of_me: false,
        },
      ])
    expect(await tasksOf(clerk)).toEqual([])
    expect(await letter()).toMatchObject({ asker: clerk.name })
  })

  test('is asked of one person, who alone is mailed', async () => {
    expect(await ask({ asked_of: admin.id })).toMatchObject({ name: admin.name, mailed: 1 })
    expect(await readersOf(tenant, 'hand_over.mail')).toEqual([admin.id])
    expect(await tasksOf(admin)).toMatchObject([{ of_me: true }])
    expect(await tasksOf(supervisor)).toMatchObject([{ of_me: false, asked: admin.name }])
  })

  test('is mailed again only after a quarter of an hour', async () => {
    await ask()
    expect(await ask({ asked_of: admin.id })).toMatchObject({ mailed: 0, mailed_before: true })
    expect(await readersOf(tenant, 'hand_over.mail')).toHaveLength(2)
    await letPass(tenant, 16 * 60)
    expect(await ask({ asked_of: admin.id })).toMatchObject({ mailed: 1, mailed_before: false })
  })

  test('is mailed once, however often it is withdrawn and asked again', async () => {
    for (let n = 0; n < 3; n++) {
      await ask()
      await tenant.write((trx) => withdrawAsking(trx, clerk, at))
    }
    expect(await ask()).toMatchObject({ mailed: 0, mailed_before: true })
    expect(await readersOf(tenant, 'hand_over.mail')).toHaveLength(2)
  })

  test('is asked of five at the same moment with one round of mails', async () => {
    await Promise.all(Array.from({ length: 5 }, () => ask()))
    expect(await readersOf(tenant, 'hand_over.mail')).toHaveLength(2)
  })

  test('is a task where no mail can be sent, too', async () => {
    expect(await ask({}, false)).toMatchObject({ mailed: 0, mailed_before: false })
    expect(await readersOf(tenant, 'hand_over.mail')).toEqual([])
    expect(await tasksOf(supervisor)).toHaveLength(1)
  })

  test('is no task once it is run, outdated or withdrawn, and its mail is not sent', async () => {
    await ask()
    await expect(tenant.write((trx) => withdrawAsking(trx, admin, at))).toRefuse('hand_over.not_yours')
    await tenant.write((trx) => withdrawAsking(trx, clerk, at))
    expect(await tasksOf(supervisor)).toEqual([])
    await ask()
    await preview.start()
    expect(await tasksOf(supervisor)).toEqual([])
    expect(await letter()).toBeUndefined()
    await expect(ask()).toRefuse('hand_over.not_ready')
  })

  test('is neither asked for nor a task once its comparison has found changes', async () => {
    await ask()
    await tenant.write((trx) =>
      trx
        .updateTable('generation')
        .set({ changes: JSON.stringify([{ kind: 'setting' }]) })
        .where('id', '=', at.id)
        .execute(),
    )
    await expect(ask()).toRefuse('hand_over.not_ready')
    expect(await tasksOf(supervisor)).toEqual([])
  })

  test('is refused for somebody who may not run it, and where there is nobody else', async () => {
    const other = await tenant.write((trx) => user(trx, { roles: ['clerk'] }))
    await expect(ask({ asked_of: other.id })).toRefuse('hand_over.person')
    await tenant.write((trx) =>
      trx.updateTable('user_account').set({ status: 'inactive' }).where('id', '<>', clerk.id).execute(),
    )
    await expect(ask()).toRefuse('hand_over.nobody')
  })
})

test.each([
  ['a row is wrong', ['ready', 'wrong'], 'checked', false],
  ['a row is not checked yet', ['ready', 'pending'], 'checked', false],
  ['no row is left to write', ['left_out'], 'checked', false],
  ['its columns are not known yet', ['ready'], 'mapped', false],
  ['what is not left out is right', ['ready', 'left_out'], 'checked', true],
] as const)('an import of which %s can be handed over or not', async (_what, rows, status, can) => {
  const tenant = await freshTenant()
  const clerk = await tenant.actor('clerk')
  const admin = await tenant.actor('admin')
  const id = await tenant.write(async (trx) => {
    const { id: import_id } = await insert(trx, 'import', {
      ...{ id: newId(), kind: 'students', file_name: 'murid.xlsx', date_order: 'dmy' },
      ...{ branch_id: tenant.branch.id, status, row_count: rows.length },
    })
    for (const [index, row] of rows.entries())
      await insert(trx, 'import_row', { id: newId(), import_id, number: index + 2, status: row })
    return import_id
  })
  const asked = tenant.write((trx) => askToDo(trx, clerk, { noun: 'import', id }, {}, true))
  if (can) expect(await asked).toMatchObject({ mailed: 1 })
  else await expect(asked).toRefuse('hand_over.not_ready')
  const tasks = await tenant.read((db) => askedTasks(db, admin.id, ['import']))
  expect(tasks.map(({ object_id }) => object_id)).toEqual(can ? [id] : [])
})

describe('a request that a second person decides', () => {
  let tenant: Tenant
  let people: Record<'superadmin' | 'admin' | 'supervisor' | 'clerk', Person>
  let asker: Person
  beforeAll(async () => {
    tenant = await freshTenant()
    const [superadmin, admin, supervisor, clerk] = [
      await tenant.actor('superadmin'),
      await tenant.actor('admin'),
      await tenant.actor('supervisor'),
      await tenant.actor('clerk'),
    ]
    people = { superadmin, admin, supervisor, clerk }
    await tenant.write(async (trx) => {
      const far = await branch(trx)
      for (const role of ['supervisor', 'clerk']) await user(trx, { roles: [role] }, { branch_id: far.id })
    })
    asker = (await tenant.write((trx) => user(trx, { roles: ['admin'] }))) as unknown as Person
  })

  /** One of each, in the first branch. */
  const made: Record<NoticeNoun, (trx: Trx) => Promise<{ id: string }>> = {
    arrangement: async (trx) =>
      arrangement(trx, {
        invoice_id: (await invoice(trx, { branch_id: tenant.branch.id })).id,
        requested_by: asker.id,
      }),
    cancel_request: async (trx) => {
      const { id: invoice_id, branch_id } = await invoice(trx, { branch_id: tenant.branch.id })
      return insert(trx, 'cancel_request', {
        ...{ id: newId(), invoice_id, branch_id, kind: 'invoice', reason: 'Ditaip dua kali' },
        requested_by: asker.id,
      })
    },
    credit_move: async (trx) => {
      const [from, to] = [await payer(trx), await payer(trx)]
      return insert(trx, 'credit_move', {
        ...{ id: newId(), parent_id: from, to_parent_id: to, amount_sen: 100, reason: 'Tinggal berasingan' },
        requested_by: asker.id,
      })
    },
    credit_note: async (trx) => {
      const { id: invoice_id, branch_id } = await invoice(trx, { branch_id: tenant.branch.id })
      return creditNote(trx, { invoice_id, branch_id, requested_by: asker.id })
    },
    credit_refund: async (trx) =>
      creditRefund(trx, { parent_id: await payer(trx), status: 'requested', requested_by: asker.id }),
    drawer: (trx) =>
      insert(trx, 'cash_drawer', {
        ...{ id: newId(), branch_id: tenant.branch.id, user_id: asker.id, opened_on: '2026-06-15' },
        ...{ float_sen: 0, status: 'awaiting_confirmation', counted_at: new Date(), counted_by: asker.id },
        difference_sen: -100,
      }),
    einvoice: async (trx) => {
      const { id: invoice_id, branch_id } = await invoice(trx, { branch_id: tenant.branch.id })
      return einvoiceDocument(trx, { invoice_id, branch_id, status: 'invalid' })
    },
    fund_move: (trx) => fundMove(trx, { status: 'requested', decided_at: null, requested_by: asker.id }),
    student_change: async (trx) => {
      const child = await student(trx, { branch_id: tenant.branch.id })
      return insert(trx, 'student_change', {
        ...{ id: newId(), student_id: child.id, parent_id: child.payer!.id, changes_sealed: 'sealed' },
        ...{ requested_by: asker.id, status: 'requested' },
      })
    },
    student_discount: async (trx) =>
      studentDiscount(trx, {
        student_id: (await student(trx, { branch_id: tenant.branch.id })).id,
        ...{ status: 'requested', requested_by: asker.id, decided_by: null, decided_at: null },
      }),
    transfer_slip: async (trx) =>
      transferSlip(trx, { invoice_id: (await invoice(trx, { branch_id: tenant.branch.id })).id }),
  }
  const payer = async (trx: Trx) =>
    (await invoice(trx, { branch_id: tenant.branch.id })).payer_parent_id as string

  const office = ['superadmin', 'admin', 'supervisor', 'clerk'] as const
  const heads = ['superadmin', 'admin', 'supervisor'] as const
  const managers = ['superadmin', 'admin'] as const
  const decide: Record<NoticeNoun, readonly (keyof typeof people)[]> = {
    ...{ arrangement: heads, cancel_request: heads, credit_move: managers, credit_note: managers },
    ...{
      credit_refund: managers,
      drawer: heads,
      einvoice: managers,
      fund_move: managers,
      student_change: office,
    },
    ...{ student_discount: heads, transfer_slip: office },
  }

  test.each(noticeNouns)(
    '%s: is mailed to those who may decide in its branch, without who asked',
    async (noun) => {
      const { id } = await tenant.write((trx) => made[noun](trx))
      await tenant.write((trx) => planNotices(trx, noun, id))
      const mailed = (await mailsOf(tenant, 'request.mail')).filter((one) => one.noun === noun)
      const expected = decide[noun].map((role) => people[role].id)
      // A family's slip is asked for by no colleague, nor is an e-invoice to correct, so each of them may decide.
      if (noun === 'transfer_slip' || noun === 'einvoice') expected.push(asker.id)
      expect(mailed.map(({ user_id }) => user_id).sort()).toEqual(expected.sort())
      for (const user_id of expected)
        expect(await tenant.write((trx) => deciderLetter.load(trx, { user_id, noun }, {} as never))).toEqual({
          noun,
          count: 1,
        })
    },
  )

  test.each(noticeNouns)('%s: is mailed where it is asked for', (noun) => {
    const sources = globSync('app/domain/**/*.ts').map((file) => readFileSync(file, 'utf8'))
    expect(sources.filter((source) => source.includes(`notifyDeciders(trx, '${noun}', `))).toHaveLength(1)
  })

  test('many within an hour are two mails, the second of which is planned and counts them all', async () => {
    const before = (await mailsOf(tenant, 'request.mail')).length
    const admin = people.admin.id
    const of = async () =>
      (await mailsOf(tenant, 'request.mail')).filter(
        ({ user_id, noun }) => user_id === admin && noun === 'fund_move',
      )
    expect(await of()).toHaveLength(1)
    for (let n = 0; n < 3; n++) {
      const { id } = await tenant.write((trx) => made.fund_move(trx))
      await tenant.write((trx) => planNotices(trx, 'fund_move', id))
    }
    const [first, second, ...more] = await of()
    expect(more).toEqual([])
    expect(second!.run_at.getTime() - first!.run_at.getTime()).toBeGreaterThan(55 * 60_000)
    expect((await mailsOf(tenant, 'request.mail')).length).toBe(before + managers.length)
    const count = await tenant.write((trx) =>
      deciderLetter.load(trx, { user_id: admin, noun: 'fund_move' }, {} as never),
    )
    expect(count).toEqual({ noun: 'fund_move', count: 4 })
  })

  test('of what families bring a second mail is planned for half a day later', async () => {
    const { id } = await tenant.write((trx) => made.student_change(trx))
    await tenant.write((trx) => planNotices(trx, 'student_change', id))
    const [first, second] = (await mailsOf(tenant, 'request.mail')).filter(
      ({ user_id, noun }) => user_id === people.clerk.id && noun === 'student_change',
    )
    expect(second!.run_at.getTime() - first!.run_at.getTime()).toBeGreaterThan(11.9 * 3_600_000)
  })

  test('that was decided by then is not mailed', async () => {
    await tenant.write((trx) =>
      trx.updateTable('cash_drawer').set({ status: 'closed' }).where('status', '<>', 'open').execute(),
    )
    const user_id = people.supervisor.id
    expect(
      await tenant.write((trx) => deciderLetter.load(trx, { user_id, noun: 'drawer' }, {} as never)),
    ).toBeUndefined()
  })
})

import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Actor, everywhere } from '#app/domain/core/actor.ts'
import { auditOf } from '#app/domain/people/parents/test-support.ts'
import { keysOf } from '#app/domain/people/staff/test-support.ts'
import { changePay } from '#app/domain/people/trainers/change-trainer.ts'
import { pay as payDetails } from '#app/domain/people/trainers/test-support.ts'
import { branch, parent as parentOf, student, subject, user } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import {
  addCorrection,
  approvePaySheet,
  bankPayments,
  payPaySheet,
  removeCorrection,
  returnPaySheet,
  submitPaySheet,
} from './change-pay-sheet.ts'
import { addRate, endRate, listRates } from './change-rates.ts'
import { payDifferences } from './due.ts'
import { paySheet, paySheetsIn, sheetLines } from './find-pay-sheets.ts'
import { makePaySheets, outdated, refreshPaySheet } from './make-pay-sheets.ts'
import { selfBilledFacts } from './self-billed-facts.ts'
import { heldSession, payee } from './test-support.ts'

describe('pay sheets', () => {
  const today = '2026-05-15'
  let tenant: Tenant
  let clerk: Actor
  let owner: Actor
  beforeAll(async () => {
    tenant = await freshTenant()
    clerk = await tenant.actor('admin')
    owner = await tenant.actor('superadmin')
  })

  const make = (month: string, actor = clerk) =>
    tenant.write((trx) => makePaySheets(trx, actor, everywhere, month, today))
  const sheetOf = async (trainer_id: string, month: string) => {
    const { id } = await tenant.read((db) =>
      paySheetsIn(db, everywhere)
        .select('pay_sheet.id')
        .where('trainer_id', '=', trainer_id)
        .where('month', '=', `${month}-01`)
        .executeTakeFirstOrThrow(),
    )
    return tenant.read((db) => paySheet(db, everywhere, id))
  }
  const again = (id: string) => tenant.read((db) => paySheet(db, everywhere, id))
  const lines = (id: string) => tenant.read((db) => sheetLines(db, id))
  const version = async (id: string) => (await again(id)).version
  const submit = async (id: string, actor = clerk) => {
    const at = await version(id)
    return tenant.write((trx) => submitPaySheet(trx, actor, everywhere, id, at))
  }
  const approve = async (id: string, actor = owner) => {
    const at = await version(id)
    return tenant.write((trx) => approvePaySheet(trx, actor, everywhere, keysOf(tenant), id, at))
  }
  const correct = async (id: string, amount_sen: number, corrects_id?: string) => {
    const at = await version(id)
    const input = {
      amount_sen,
      reason: 'Perjalanan ke cawangan',
      version: at,
      ...(corrects_id ? { corrects_id } : {}),
    }
    return tenant.write((trx) => addCorrection(trx, clerk, everywhere, id, input))
  }
  /** A trainer with two sessions of March, 60 and 90 minutes. */
  const taught = (given: Parameters<typeof payee>[1] = {}) =>
    tenant.write(async (trx) => {
      const trainer = await payee(trx, given)
      const first = await heldSession(trx, trainer.user_id, { held_on: '2026-03-02' })
      const second = await heldSession(trx, trainer.user_id, { held_on: '2026-03-31', ends: '11:30' })
      return { ...trainer, first, second }
    })
  const approved = async () => {
    const trainer = await taught()
    await make('2026-03')
    const { id } = await sheetOf(trainer.id, '2026-03')
    await submit(id)
    await approve(id)
    return { trainer, id }
  }
  const become = (id: string, status: 'open' | 'confirmed', more = sql``) =>
    tenant.write((trx) =>
      sql`update class_session set status = ${status}, confirmed_at = case when ${status} = 'confirmed' then now() end ${more}
        where id = ${id}`.execute(trx),
    )

  test('add up the confirmed sessions of a month, each once', async () => {
    const trainer = await taught()
    await tenant.write(async (trx) => {
      for (const held_on of ['2026-02-28', '2026-04-01']) await heldSession(trx, trainer.user_id, { held_on })
      await heldSession(trx, (await payee(trx)).user_id, { held_on: '2026-03-05' })
    })
    await make('2026-03')
    await make('2026-03')
    const sheet = await sheetOf(trainer.id, '2026-03')
    expect(sheet).toMatchObject({ status: 'draft', total_sen: 10_000, sessions: 2, minutes: 150 })
    expect(await lines(sheet.id)).toMatchObject([
      { session_id: trainer.first, minutes: 60, pay_type: 'hour', rate_sen: 4_000, amount_sen: 4_000 },
      { session_id: trainer.second, minutes: 90, pay_type: 'hour', rate_sen: 4_000, amount_sen: 6_000 },
    ])
  })

  test('are not made of a month to come, nor for who makes them', async () => {
    await expect(make('2026-06')).toRefuse('pay_sheet.month')
    const trainer = await taught()
    const self = { ...owner, id: trainer.user_id }
    await make('2026-03', self)
    await expect(sheetOf(trainer.id, '2026-03')).rejects.toThrow()
  })

  test('follow the sessions and rates while they are drafts, and are not submitted before', async () => {
    const trainer = await taught()
    await make('2026-03')
    const { id } = await sheetOf(trainer.id, '2026-03')
    await become(trainer.first, 'open')
    await tenant.write((trx) => heldSession(trx, trainer.user_id, { held_on: '2026-03-09' }))
    await become(trainer.second, 'confirmed', sql`, ends = '12:00'`)
    expect(await tenant.read(async (db) => outdated(db, await paySheet(db, everywhere, id)))).toEqual({
      ...{ added: 1, removed: 1, changed: 1, unpriced: 0 },
    })
    await expect(submit(id)).toRefuse('pay_sheet.outdated')
    const at = await version(id)
    expect(await tenant.write((trx) => refreshPaySheet(trx, clerk, everywhere, id, at))).toEqual({
      ...{ added: 1, removed: 1, changed: 1 },
    })
    expect(await again(id)).toMatchObject({ total_sen: 12_000, sessions: 2 })
    await expect(tenant.write((trx) => refreshPaySheet(trx, clerk, everywhere, id, at))).toRefuse(
      'version_conflict',
    )
  })

  test('name sessions without a rate, and wait for one', async () => {
    const trainer = await taught({ pay_type: null, pay_rate_sen: null })
    await make('2026-03')
    const { id } = await sheetOf(trainer.id, '2026-03')
    await expect(submit(id)).toRefuse('pay_sheet.no_rate')
    await tenant.write((trx) =>
      addRate(trx, clerk, everywhere, trainer.id, {
        pay_type: 'session',
        rate_sen: 0,
        starts_on: '2026-03-01',
      }),
    )
    await make('2026-03')
    await submit(id)
    expect(await again(id)).toMatchObject({ status: 'submitted', total_sen: 0, sessions: 2 })
  })

  test('are approved by somebody else than who submitted them, never by the trainer or their family', async () => {
    const trainer = await taught()
    await make('2026-03')
    const { id } = await sheetOf(trainer.id, '2026-03')
    await expect(submit(id, { ...clerk, id: trainer.user_id })).toRefuse('pay_sheet.own')
    await submit(id)
    await expect(approve(id, clerk)).toRefuse('four_eyes.own_request')
    await expect(approve(id, { ...owner, id: trainer.user_id })).toRefuse('pay_sheet.own')
    const spouse = await tenant.write(async (trx) => {
      const { parent } = await user(trx, { roles: ['parent'] })
      const child = await student(trx, {}, { payer: parent! })
      const other = await parentOf(trx, { user_id: trainer.user_id })
      await trx
        .insertInto('student_parent')
        .values({ student_id: child.id, parent_id: other.id, relationship: 'father', is_payer: false })
        .execute()
      return parent!.user_id!
    })
    await expect(approve(id, { ...owner, id: spouse })).toRefuse('pay_sheet.own_family')
    for (const decided_by of [clerk.id!, trainer.user_id])
      await expect(
        tenant.write((trx) =>
          trx.updateTable('pay_sheet').set({ status: 'approved', decided_by }).where('id', '=', id).execute(),
        ),
      ).rejects.toMatchObject({ constraint: 'pay_sheet_four_eyes_check' })
    await approve(id)
    expect(await again(id)).toMatchObject({ status: 'approved', decider: owner.name })
  })

  test('of two who decide at the same time the second is told', async () => {
    const trainer = await taught()
    await make('2026-03')
    const { id } = await sheetOf(trainer.id, '2026-03')
    await submit(id)
    const at = await version(id)
    const answers = await Promise.allSettled([
      tenant.write((trx) => approvePaySheet(trx, owner, everywhere, keysOf(tenant), id, at)),
      tenant.write((trx) =>
        returnPaySheet(trx, owner, everywhere, id, { version: at, decision_reason: 'Kadar tidak betul' }),
      ),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('are returned with a reason, or taken back by who submitted them', async () => {
    const trainer = await taught()
    await make('2026-03')
    const { id } = await sheetOf(trainer.id, '2026-03')
    const back = async (actor: Actor, decision_reason?: string) => {
      const at = await version(id)
      const input = { version: at, ...(decision_reason ? { decision_reason } : {}) }
      return tenant.write((trx) => returnPaySheet(trx, actor, everywhere, id, input))
    }
    await submit(id)
    await expect(back(owner)).toRefuse('pay_sheet.not_yours')
    await back(owner, 'Kadar tidak betul')
    expect(await again(id)).toMatchObject({ status: 'draft', decision_reason: 'Kadar tidak betul' })
    await submit(id)
    await back(clerk)
    expect(await again(id)).toMatchObject({ status: 'draft', submitted_by: null })
  })

  test('take corrections by hand, with a reason, that can be taken off again', async () => {
    const trainer = await taught()
    await make('2026-03')
    const { id } = await sheetOf(trainer.id, '2026-03')
    await correct(id, -2_550)
    expect((await again(id)).total_sen).toBe(7_450)
    await make('2026-03')
    const last = (await lines(id)).at(-1)!
    expect(last).toMatchObject({ kind: 'correction', amount_sen: -2_550 })
    const at = await version(id)
    await tenant.write((trx) =>
      removeCorrection(trx, clerk, everywhere, id, { line_id: last.id, version: at }),
    )
    expect((await again(id)).total_sen).toBe(10_000)
    expect((await auditOf(tenant, id)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['pay_sheet.corrected', 'pay_sheet.correction_removed']),
    )
    await correct(id, -10_001)
    await expect(submit(id)).toRefuse('pay_sheet.below_zero')
  })

  test('stay as approved; what was re-opened since is a correction of the next month', async () => {
    const { trainer, id } = await approved()
    await become(trainer.second, 'open')
    expect((await again(id)).total_sen).toBe(10_000)
    await tenant.write((trx) => heldSession(trx, trainer.user_id, { held_on: '2026-04-06' }))
    await make('2026-04')
    const next = await sheetOf(trainer.id, '2026-04')
    const differences = () => tenant.read((db) => payDifferences(db, trainer.id, '2026-04-01'))
    expect(await differences()).toMatchObject([{ session_id: trainer.second, paid_sen: 6_000, worth_sen: 0 }])
    await expect(correct(next.id, -5_999, trainer.second)).toRefuse('pay_sheet.no_difference')
    await correct(next.id, -6_000, trainer.second)
    expect(await differences()).toEqual([])
    await expect(correct(next.id, -6_000, trainer.second)).toRefuse('pay_sheet.no_difference')
    // Confirmed once more, it is paid once more.
    await become(trainer.second, 'confirmed')
    expect(await differences()).toMatchObject([{ paid_sen: 0, worth_sen: 6_000 }])
  })

  test('take up sessions that were confirmed after their month was approved', async () => {
    const { trainer } = await approved()
    const late = await tenant.write((trx) => heldSession(trx, trainer.user_id, { held_on: '2026-03-20' }))
    await make('2026-04')
    const next = await sheetOf(trainer.id, '2026-04')
    expect((await lines(next.id)).map(({ session_id }) => session_id)).toEqual([late])
    await make('2026-05')
    await expect(sheetOf(trainer.id, '2026-05')).rejects.toThrow()
  })

  test('take up what was confirmed late for twelve months', async () => {
    const trainer = await tenant.write(async (trx) => {
      const one = await payee(trx)
      await heldSession(trx, one.user_id, { held_on: '2025-04-07' })
      return one
    })
    await make('2025-04')
    const { id } = await sheetOf(trainer.id, '2025-04')
    await submit(id)
    await approve(id)
    const late = await tenant.write((trx) => heldSession(trx, trainer.user_id, { held_on: '2025-04-20' }))
    await make('2026-05')
    await expect(sheetOf(trainer.id, '2026-05')).rejects.toThrow()
    await make('2026-04')
    const next = await sheetOf(trainer.id, '2026-04')
    expect((await lines(next.id)).map(({ session_id }) => session_id)).toEqual([late])
  })

  test('of two trainers never both pay one session', async () => {
    const trainer = await taught()
    const other = await tenant.write((trx) => payee(trx, { pay_rate_sen: 5_000 }))
    await make('2026-03')
    const mine = await sheetOf(trainer.id, '2026-03')
    await become(trainer.first, 'confirmed', sql`, trainer_user_id = ${other.user_id}`)
    await make('2026-03')
    const theirs = await sheetOf(other.id, '2026-03')
    expect((await lines(theirs.id)).map(({ session_id }) => session_id)).toEqual([trainer.first])
    expect((await lines(mine.id)).map(({ session_id }) => session_id)).toEqual([trainer.second])
    const line = {
      pay_sheet_id: mine.id,
      position: 9,
      kind: 'session',
      session_id: trainer.first,
      amount_sen: 1,
    }
    const racing = tenant.write((trx) =>
      trx
        .insertInto('pay_sheet_line')
        .values({ id: crypto.randomUUID(), ...line })
        .execute(),
    )
    await expect(racing).rejects.toMatchObject({ constraint: 'pay_sheet_line_session_key' })
  })

  test('of one month are made once by two at the same time', async () => {
    const trainer = await taught()
    await Promise.all([make('2026-03'), make('2026-03')])
    expect(await sheetOf(trainer.id, '2026-03')).toMatchObject({ total_sen: 10_000, sessions: 2 })
  })

  test('keep the account as it was approved, and open it for the bank file alone', async () => {
    const trainer = await taught()
    await tenant.write((trx) =>
      changePay(
        trx,
        clerk,
        everywhere,
        keysOf(tenant),
        trainer.id,
        payDetails({ pay_rate_sen: 4_000, version: 1 }),
      ),
    )
    await make('2026-03')
    const { id } = await sheetOf(trainer.id, '2026-03')
    await submit(id)
    await approve(id)
    await tenant.write((trx) =>
      changePay(
        trx,
        clerk,
        everywhere,
        keysOf(tenant),
        trainer.id,
        payDetails({ account_number: '1112223334', version: 2 }),
      ),
    )
    const file = await tenant.write((trx) => bankPayments(trx, clerk, everywhere, keysOf(tenant), '2026-03'))
    expect(file).toContainEqual({
      ...{ name: 'Zaleha binti Idris', bank_name: 'Maybank', account_number: '990012345678' },
      ...{ amount_sen: 10_000, reference: `PAY 202603 ${id.slice(-6).toUpperCase()}` },
    })
    const { rows } = await tenant.read((db) =>
      sql<{ found: number }>`select count(*)::int as found from audit_log where action = 'pay_sheet.bank_file'
        and after ->> 'month' = '2026-03' and after::text not like '%990012345678%'`.execute(db),
    )
    expect(rows[0]!.found).toBe(1)
    await expect(
      tenant.write((trx) => bankPayments(trx, clerk, everywhere, keysOf(tenant), '2026-01')),
    ).toRefuse('pay_sheet.nothing_to_pay')
    const bank = (actor: Actor) =>
      tenant.write((trx) => bankPayments(trx, actor, everywhere, keysOf(tenant), '2026-03'))
    await expect(bank({ ...owner, id: trainer.user_id })).toRefuse('pay_sheet.nothing_to_pay')
    const at = await version(id)
    const paid = { paid_on: '2026-05-16', bank_reference: 'IBG 7781', version: at }
    const record = (input: typeof paid) =>
      tenant.write((trx) => payPaySheet(trx, clerk, everywhere, id, input, today))
    await expect(record(paid)).toRefuse('pay_sheet.future')
    await record({ ...paid, paid_on: today })
    expect(await again(id)).toMatchObject({ status: 'paid', paid_on: today, bank_reference: 'IBG 7781' })
    await expect(bank(clerk)).toRefuse('pay_sheet.nothing_to_pay')
    const facts = await tenant.read((db) => selfBilledFacts(db, id))
    expect(facts).toMatchObject({
      ...{ month: '2026-03', total_sen: 10_000, missing: ['address'] },
      supplier: { tin: 'IG12345678901', address: null },
    })
    expect(facts.lines.map(({ amount_sen }) => amount_sen)).toEqual([4_000, 6_000])
    // What was paid by mistake is taken back as well as what was only approved.
    await become(trainer.first, 'open')
    expect(await tenant.read((db) => payDifferences(db, trainer.id, '2026-04-01'))).toMatchObject([
      { session_id: trainer.first, paid_sen: 4_000, worth_sen: 0 },
    ])
  })

  test('are facts of a self-billed e-invoice only once they are approved', async () => {
    const trainer = await taught()
    await make('2026-03')
    const { id } = await sheetOf(trainer.id, '2026-03')
    await expect(tenant.read((db) => selfBilledFacts(db, id))).toRefuse('pay_sheet.state')
  })

  test('are seen by a trainer once approved, and nobody else’s', async () => {
    const { trainer, id } = await approved()
    const scope = { scope: 'own' as const, user_id: trainer.user_id, branch_ids: [], parent_id: null }
    await tenant.write((trx) => heldSession(trx, trainer.user_id, { held_on: '2026-04-06' }))
    await make('2026-04')
    const seen = await tenant.read((db) => paySheetsIn(db, scope).select('pay_sheet.id').execute())
    expect(seen).toEqual([{ id }])
    const draft = await sheetOf(trainer.id, '2026-04')
    await expect(tenant.read((db) => paySheet(db, scope, draft.id))).toRefuse('not_found.pay_sheet')
  })

  test('are seen in a branch if their trainer works there', async () => {
    const far = await tenant.write(async (trx) => {
      const { id: branch_id } = await branch(trx)
      const trainer = await payee(trx, {}, branch_id)
      await heldSession(trx, trainer.user_id, { held_on: '2026-03-02' })
      return { ...trainer, branch_id }
    })
    await make('2026-03')
    const { id } = await sheetOf(far.id, '2026-03')
    const seenIn = (branch_id: string) =>
      tenant.read((db) =>
        paySheetsIn(db, { ...everywhere, scope: 'branch', branch_ids: [branch_id] })
          .select('pay_sheet.id')
          .execute(),
      )
    expect(await seenIn(far.branch_id)).toEqual([{ id }])
    expect(await seenIn(tenant.branch.id)).not.toContainEqual({ id })
  })

  test('pay by the rate of a class and day, whose history stays', async () => {
    const trainer = await tenant.write(async (trx) => {
      const one = await payee(trx)
      const { id: subject_id } = await subject(trx)
      for (const held_on of ['2026-03-01', '2026-03-15', '2026-03-16'])
        await heldSession(trx, one.user_id, { subject_id, held_on })
      return { ...one, subject_id }
    })
    const agree = (starts_on: string, rate_sen: number) =>
      tenant.write((trx) =>
        addRate(trx, clerk, everywhere, trainer.id, {
          ...{ subject_id: trainer.subject_id, pay_type: 'session', rate_sen, starts_on },
        }),
      )
    await agree('2026-03-10', 7_000)
    await expect(agree('2026-03-10', 8_000)).rejects.toMatchObject({ constraint: 'trainer_rate_day_key' })
    const [rate] = await tenant.read((db) => listRates(db, trainer.id))
    const end = (ends_on: string) =>
      tenant.write((trx) => endRate(trx, clerk, everywhere, rate!.id, { ends_on, version: 1 }))
    await expect(end('2026-03-08')).toRefuse('pay_sheet.rate_ends')
    await end('2026-03-15')
    await make('2026-03')
    const { id } = await sheetOf(trainer.id, '2026-03')
    expect((await lines(id)).map(({ amount_sen }) => amount_sen)).toEqual([4_000, 7_000, 4_000])
    const own = { ...owner, id: trainer.user_id }
    await expect(
      tenant.write((trx) =>
        addRate(trx, own, everywhere, trainer.id, { pay_type: 'hour', rate_sen: 9_900, starts_on: today }),
      ),
    ).toRefuse('pay_sheet.own')
  })
})

import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { everywhere, type RowScope } from '#app/domain/core/actor.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { newId } from '#db/id.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { branch, insert } from '#tests/support/database/factories.ts'
import { listed } from '#tests/support/database/lists.ts'
import { arrangement, invoice } from '#tests/support/database/money-factories.ts'
import '#tests/support/product/matchers.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { releaseReminder, requestReminder } from './ask-reminder.ts'
import { reminderForFamily, reminderList, reminderOf } from './find-reminders.ts'
import { holdReminders, liftHold } from './holds.ts'
import { requeueStuckReminders } from './plan-reminders.ts'
import { claimReminder, markTexted, settleReminder } from './send-reminder.ts'
import { at, book, family, monday, onMonday, plan, switchOn } from './test-support.ts'

let tenant: Tenant
beforeAll(databaseForMany)

beforeEach(async () => {
  tenant = await freshTenant()
  await tenant.write((trx) => switchOn(trx))
})

const nowhere: RowScope = { ...everywhere, scope: 'branch', branch_ids: [newId()] }
const late = addDays(onMonday, -7)

/** A reminder of RM120.00 of one invoice, in a state. */
async function told(given: object, due = late) {
  return tenant.write(async (trx) => {
    const made = await family(trx, [due], { student: { branch_id: tenant.branch.id } })
    const head = { parent_id: made.payer.id, day: onMonday, level: 1, trigger: 'schedule', ...given }
    const { id } = await insert(trx, 'reminder', { id: newId(), state: 'planned', ...head })
    const about = { reminder_id: id, invoice_id: made.invoices[0]!.id, balance_sen: 12_000 }
    await insert(trx, 'reminder_invoice', { ...about, is_cause: true, level: head.level })
    return { ...made, id }
  })
}

const sentOn = (day: string) => ({ state: 'sent', channel: 'email', sent_at: at(day), day })

async function ask(parent_id: string, now = monday) {
  const actor = await tenant.actor('clerk')
  return tenant.write((trx) => requestReminder(trx, actor, everywhere, parent_id, { level: 1 }, now))
}

describe('by hand', () => {
  test('a message leaves three days after the last one, in the morning', async () => {
    const { payer } = await told(sentOn(addDays(onMonday, -1)))
    expect((await ask(payer.id)).leaves_at).toEqual(at(addDays(onMonday, 2), '09:00'))
  })

  test('it leaves also while nothing leaves by itself', async () => {
    const { payer, id } = await tenant.write(async (trx) => {
      const made = await family(trx, [late])
      await switchOn(trx, { on: false })
      return { ...made, id: made.payer.id }
    })
    await ask(id)
    const [row] = await book(tenant)
    const said = await tenant.write((trx) => claimReminder(trx, row!.id, newId(), monday))
    expect(said?.parent.name).toBe(payer.name)
  })

  test('what waits is let go by who reaches the family, and not while a message is on its way', async () => {
    const { id, payer } = await told({ level: 3, state: 'waiting' })
    const actor = await tenant.actor('clerk')
    const release = (scope: RowScope) => tenant.write((trx) => releaseReminder(trx, actor, scope, id, monday))
    await expect(release(nowhere)).toRefuse('not_found.reminder')
    await ask(payer.id)
    await expect(release(everywhere)).toRefuse('reminder.open')
    expect(await book(tenant)).toMatchObject([{ state: 'waiting' }, { state: 'planned' }])
  })
})

test('what was dropped was told to nobody: its step is told when it can be', async () => {
  await told({ state: 'dropped', reason: 'nothing_left', level: 2 })
  expect(await plan(tenant)).toEqual({ planned: 1, waiting: 0 })
})

describe('a hold', () => {
  const held = async () => {
    const made = await tenant.write((trx) => family(trx, [onMonday]))
    const actor = await tenant.actor('clerk')
    const given = { ends_on: addDays(onMonday, 9), reason: 'Bapa kehilangan kerja' }
    await tenant.write((trx) => holdReminders(trx, actor, everywhere, made.payer.id, given, onMonday))
    const { id } = await tenant.read((db) =>
      db.selectFrom('reminder_hold').select('id').executeTakeFirstOrThrow(),
    )
    const lift = (scope = everywhere) => tenant.write((trx) => liftHold(trx, actor, scope, id))
    return { ...made, lift }
  }

  test('that is lifted holds nothing back, and is lifted once however often somebody presses', async () => {
    const { payer, lift } = await held()
    expect(await plan(tenant)).toMatchObject({ planned: 0 })
    await lift()
    await lift()
    const log = await tenant.read((db) =>
      db
        .selectFrom('audit_log')
        .select('action')
        .where('object_id', '=', payer.id)
        .where('action', '=', 'reminder.hold_lifted')
        .execute(),
    )
    expect(log).toHaveLength(1)
    expect(await plan(tenant)).toMatchObject({ planned: 1 })
  })

  test('of a family out of reach is not there', async () => {
    const { lift } = await held()
    await expect(lift(nowhere)).toRefuse('not_found.reminder_hold')
    expect(await plan(tenant)).toMatchObject({ planned: 0 })
  })

  test('until today holds today', async () => {
    const { payer } = await tenant.write((trx) => family(trx, [onMonday]))
    const actor = await tenant.actor('clerk')
    const given = { ends_on: onMonday, reason: 'Bapa kehilangan kerja' }
    await tenant.write((trx) => holdReminders(trx, actor, everywhere, payer.id, given, onMonday))
    expect(await plan(tenant)).toMatchObject({ planned: 0 })
  })
})

describe('of what waits for a person', () => {
  const waiting = () => told({ state: 'waiting', level: 3 })
  const seen = async (id: string) => ({
    ...(await listed(tenant, reminderList, {}, { scope: everywhere, today: onMonday })).rows[0],
    left: (await tenant.read((db) => reminderOf(db, everywhere, id, onMonday))).rows.map(
      ({ is_left, left_sen }) => [is_left, left_sen],
    ),
  })

  test('nothing is left to send while it is held back, or paid by a plan that is kept', async () => {
    const held = await waiting()
    expect(await seen(held.id)).toMatchObject({ owed_sen: 12_000, left: [[true, 12_000]] })
    const actor = await tenant.actor('clerk')
    const given = { ends_on: onMonday, reason: 'Bapa kehilangan kerja' }
    await tenant.write((trx) => holdReminders(trx, actor, everywhere, held.payer.id, given, onMonday))
    expect(await seen(held.id)).toMatchObject({ owed_sen: 0, left: [[false, 12_000]] })
    const arranged = await waiting()
    await tenant.write((trx) =>
      arrangement(trx, {
        ...{ parent_id: arranged.payer.id, invoice_id: arranged.invoices[0]!.id, status: 'active' },
        decided_at: new Date(),
      }),
    )
    const { rows } = await tenant.read((db) => reminderOf(db, everywhere, arranged.id, onMonday))
    expect(rows).toMatchObject([{ is_left: false }])
  })

  test('it is dropped with nothing left, also while nothing leaves by itself', async () => {
    const { invoices } = await waiting()
    await tenant.write((trx) => switchOn(trx, { on: false }))
    await plan(tenant)
    expect(await book(tenant)).toMatchObject([{ state: 'waiting' }])
    await tenant.write((trx) =>
      trx
        .updateTable('invoice')
        .set({ status: 'paid', paid_sen: 12_000, paid_on: onMonday })
        .where('id', '=', invoices[0]!.id)
        .execute(),
    )
    await plan(tenant)
    expect(await book(tenant)).toMatchObject([{ state: 'dropped', reason: 'nothing_left' }])
  })
})

test('who looks after one branch reads of its invoices alone what was said, in the list and on the page', async () => {
  const { id, payer, child, invoices } = await told(sentOn(onMonday))
  await tenant.write(async (trx) => {
    const far = await branch(trx)
    const beyond = await invoice(trx, {
      ...{ payer_parent_id: payer.id, student_id: child.id, branch_id: far.id },
      ...{ issued_on: '2026-01-02', due_on: late },
    })
    const about = { reminder_id: id, invoice_id: beyond.id, balance_sen: 12_000 }
    await insert(trx, 'reminder_invoice', { ...about, is_cause: false, level: 1 })
  })
  const near: RowScope = { ...everywhere, scope: 'branch', branch_ids: [tenant.branch.id] }
  for (const [scope, count] of [
    [everywhere, 2],
    [near, 1],
  ] as const) {
    const { rows } = await listed(tenant, reminderList, {}, { scope, today: onMonday })
    expect(rows).toMatchObject([{ invoices: count, owed_sen: 12_000 * count }])
    const page = await tenant.read((db) => reminderOf(db, scope, id, onMonday))
    expect(page.rows).toHaveLength(count)
  }
  const page = await tenant.read((db) => reminderOf(db, near, id, onMonday))
  expect(page.rows).toMatchObject([{ id: invoices[0]!.id }])
})

test('a family is told on its dashboard of what it owes itself, not of what another pays by now', async () => {
  const { payer, invoices } = await told(sentOn(onMonday))
  const onBoard = () => tenant.read((db) => reminderForFamily(db, payer.id, onMonday))
  expect(await onBoard()).toEqual({ day: onMonday, owed_sen: 12_000 })
  await tenant.write(async (trx) => {
    const other = await family(trx, [])
    await trx
      .updateTable('invoice')
      .set({ payer_parent_id: other.payer.id })
      .where('id', '=', invoices[0]!.id)
      .execute()
  })
  expect(await onBoard()).toBeNull()
})

test('what a job is at is taken up by no other, and settled by that job alone', async () => {
  const mine = newId()
  const long = addDays(onMonday, -1)
  const { id } = await told({ state: 'sending', due_at: at(long), job_id: mine, claimed_at: monday })
  expect(await tenant.write((trx) => requeueStuckReminders(trx, monday))).toBe(0)
  await tenant.write((trx) => settleReminder(trx, id, newId(), { channel: 'email' }))
  expect(await book(tenant)).toMatchObject([{ state: 'sending' }])
  await tenant.write((trx) => settleReminder(trx, id, mine, { channel: 'email' }))
  expect(await book(tenant)).toMatchObject([{ state: 'sent', channel: 'email' }])
})

test('of two runs of one job one hands the SMS over, until it says that it has not gone out', async () => {
  const mine = newId()
  const { id } = await told({ state: 'sending', due_at: monday, job_id: mine, claimed_at: monday })
  const mark = (job_id = mine, back = false) => tenant.write((trx) => markTexted(trx, id, job_id, back))
  expect([await mark(newId()), await mark(), await mark()]).toEqual([false, true, false])
  expect([await mark(newId(), true), await mark(mine, true), await mark(mine, true)]).toEqual([
    false,
    true,
    false,
  ])
  expect(await mark()).toBe(true)
})

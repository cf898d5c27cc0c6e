import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Actor, everywhere } from '#app/domain/core/actor.ts'
import { besides } from '#tests/support/database/locks.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import { keysOf } from '#app/domain/people/staff/test-support.ts'
import { addCorrection, approvePaySheet, submitPaySheet } from './change-pay-sheet.ts'
import { paySheet, paySheetsIn, sheetLines } from './find-pay-sheets.ts'
import { makePaySheets, refreshPaySheet } from './make-pay-sheets.ts'
import { heldSession, payee } from './test-support.ts'

const today = '2026-05-15'
let tenant: Tenant
let clerk: Actor
let owner: Actor
beforeAll(async () => {
  tenant = await freshTenant()
  clerk = await tenant.actor('admin')
  owner = await tenant.actor('superadmin')
})

const make = (month: string) => tenant.write((trx) => makePaySheets(trx, clerk, everywhere, month, today))
const sheetOf = async (trainer_id: string, month = '2026-03') => {
  const { id } = await tenant.read((db) =>
    paySheetsIn(db, everywhere)
      .select('pay_sheet.id')
      .where('trainer_id', '=', trainer_id)
      .where('month', '=', `${month}-01`)
      .executeTakeFirstOrThrow(),
  )
  return tenant.read((db) => paySheet(db, everywhere, id))
}
const sumOf = async (id: string) =>
  (await tenant.read((db) => sheetLines(db, id))).reduce((sum, line) => sum + line.amount_sen, 0)
const given = (session_id: string, trainer_user_id: string) =>
  tenant.write((trx) =>
    sql`update class_session set trainer_user_id = ${trainer_user_id} where id = ${session_id}`.execute(trx),
  )
const submitted = async (id: string, version: number) =>
  tenant.write((trx) => submitPaySheet(trx, clerk, everywhere, id, version))

/** Two trainers with drafts of March; the first one's session at 9 turns out to be the second one's. */
async function twoDrafts() {
  const made = await tenant.write(async (trx) => {
    const [first, second] = [await payee(trx), await payee(trx)]
    const moved = await heldSession(trx, first.user_id, { held_on: '2026-03-02' })
    await heldSession(trx, first.user_id, { held_on: '2026-03-03' })
    await heldSession(trx, second.user_id, { held_on: '2026-03-04' })
    return { first, second, moved }
  })
  await make('2026-03')
  return made
}

test('a draft that lets go of a session loses its pay from the total', async () => {
  const { first, second, moved } = await twoDrafts()
  const before = await sheetOf(first.id)
  await given(moved, second.user_id)
  const { id, version } = await sheetOf(second.id)
  await tenant.write((trx) => refreshPaySheet(trx, clerk, everywhere, id, version))
  const after = await sheetOf(first.id)
  expect(after.total_sen).toBe(await sumOf(after.id))
  expect(after.total_sen).toBe(before.total_sen - 4_000)
  expect((await sheetOf(second.id)).total_sen).toBe(8_000)
  // Who has the page of before open is told.
  await expect(submitted(before.id, before.version)).toRefuse('version_conflict')
})

test('a draft that is submitted meanwhile keeps its session, and no other pays it', async () => {
  const { first, second, moved } = await twoDrafts()
  const { id, version } = await sheetOf(first.id)
  const other = await sheetOf(second.id)
  const followed = await besides(
    tenant,
    (held) =>
      tenant.write(async (trx) => {
        await submitPaySheet(trx, clerk, everywhere, id, version)
        await given(moved, second.user_id)
        await held()
      }),
    () => tenant.write((trx) => refreshPaySheet(trx, clerk, everywhere, other.id, other.version)),
  )
  expect(followed.status).toBe('fulfilled')
  expect((await sheetOf(second.id)).total_sen).toBe(4_000)
  const sheet = await sheetOf(first.id)
  expect(sheet).toMatchObject({ status: 'submitted', total_sen: 8_000 })
  expect(await sumOf(id)).toBe(8_000)
})

test('a session is corrected once, on whichever sheet', async () => {
  const trainer = await tenant.write(async (trx) => {
    const made = await payee(trx)
    const session = await heldSession(trx, made.user_id, { held_on: '2026-02-02' })
    for (const held_on of ['2026-03-02', '2026-04-02']) await heldSession(trx, made.user_id, { held_on })
    return { ...made, session }
  })
  await make('2026-02')
  const first = await sheetOf(trainer.id, '2026-02')
  await submitted(first.id, first.version)
  const { version } = await sheetOf(trainer.id, '2026-02')
  await tenant.write((trx) => approvePaySheet(trx, owner, everywhere, keysOf(tenant), first.id, version))
  await make('2026-03')
  await make('2026-04')
  await tenant.write((trx) =>
    sql`update class_session set ends = ends + interval '60 minutes' where id = ${trainer.session}`.execute(
      trx,
    ),
  )
  const drafts = [await sheetOf(trainer.id, '2026-03'), await sheetOf(trainer.id, '2026-04')]
  const outcomes = await Promise.allSettled(
    drafts.map((draft) =>
      tenant.write((trx) =>
        addCorrection(trx, clerk, everywhere, draft.id, {
          ...{
            amount_sen: 4_000,
            reason: 'Sesi lebih lama',
            corrects_id: trainer.session,
            version: draft.version,
          },
        }),
      ),
    ),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

import { expect, test } from 'vitest'
import { tenantDesk } from '#app/domain/gateways/payment-exceptions/find-exceptions.ts'
import { assignForgotten, handOverException } from '#app/domain/gateways/payment-exceptions/hand-over.ts'
import { remindAll } from '#app/domain/gateways/payment-exceptions/raise-exception.ts'
import { inPlatform } from '#db/in-place.ts'
import { remindOfExceptions } from '#jobs/handlers/exception/tell.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { desk, exceptionsOf, openDeskOnce } from './test-support.ts'

const { at, shop } = openDeskOnce()

async function handOver(id: string, owner_id: string, version = 1, on = desk) {
  const admin = await shop.tenant.actor('admin')
  return shop.tenant.write((trx) => handOverException(trx, admin, on, id, { owner_id, version }))
}

const age = (id: string, days: number, set: { kind?: string } = {}) =>
  inPlatform(shop.tenant.database.pool, (trx) =>
    trx
      .updateTable('platform.payment_exception')
      .set({ raised_at: new Date(Date.now() - days * 86_400_000), ...set })
      .where('id', '=', id)
      .execute(),
  )

async function now(attempt_id: string) {
  const [row] = await exceptionsOf(shop, attempt_id)
  return row!
}

const mailsTo = async (user_id: string) => {
  const rows = await inPlatform(shop.tenant.database.pool, (trx) =>
    trx.selectFrom('platform.outbox').select('payload').where('name', '=', 'exception.mail').execute(),
  )
  return rows
    .map(({ payload }) => payload as { user_id: string; exception_id: string | null })
    .filter((payload) => payload.user_id === user_id)
    .map(({ exception_id }) => exception_id)
}

test('is handed to a colleague who may settle it, who is told; the log says from whom to whom', async () => {
  const { attempt, id } = await at.mismatch()
  const supervisor = await shop.tenant.actor('supervisor')
  expect(await handOver(id, supervisor.id)).toEqual({ order_no: attempt.order_no, owner: supervisor.name })
  expect(await now(attempt.id)).toMatchObject({ owner_id: supervisor.id, owner: supervisor.name, version: 2 })
  expect(await mailsTo(supervisor.id)).toContain(id)
  const logged = await shop.tenant.read((db) =>
    db.selectFrom('audit_log').select(['action', 'after']).where('object_id', '=', id).execute(),
  )
  expect(logged).toMatchObject([
    { action: 'payment_exception.handed_over', after: { owner: supervisor.name } },
  ])
})

test('is not handed to who may not settle it, to nobody, from another branch, when it has changed or is settled', async () => {
  const { id } = await at.mismatch()
  const none = { code: 'payment_exception.no_settler', field: 'owner_id' }
  const [clerk, parent, owner] = await Promise.all(
    (['clerk', 'parent', 'superadmin'] as const).map((role) => shop.tenant.actor(role)),
  )
  for (const stranger of [clerk!.id, parent!.id, id])
    await expect(handOver(id, stranger)).rejects.toMatchObject(none)
  await expect(handOver(id, owner!.id, 7)).rejects.toMatchObject({ code: 'version_conflict' })
  const elsewhere = tenantDesk({ scope: 'branch', user_id: '', branch_ids: [id], parent_id: null })
  await expect(handOver(id, owner!.id, 1, elsewhere)).rejects.toMatchObject({
    code: 'not_found.payment_exception',
  })
  await at.resolve(id, { decision: 'wrong_alarm', words: 'Bank mengesahkan tiada debit' })
  await expect(handOver(id, owner!.id)).rejects.toMatchObject({ code: 'payment_exception.decided' })
})

test('none is older than a week without an owner: the organisation’s own gets it the morning before, once', async () => {
  const owner = await shop.tenant.actor('superadmin')
  const [young, week] = [await at.mismatch(), await at.mismatch()]
  const [answered, late] = [await at.mismatch(), await at.mismatch()]
  await age(young.id, 5.9)
  await age(week.id, 6.1)
  // These had been waited for before they came to the desk.
  await age(answered.id, 3.1, { kind: 'no_answer' })
  await age(late.id, 0.1, { kind: 'approval_late' })
  const tools = jobTools(shop.tenant, 'exception.remind')
  await remindOfExceptions({}, tools)
  expect(await now(young.attempt.id)).toMatchObject({ owner_id: null })
  for (const { attempt } of [week, answered, late])
    expect(await now(attempt.id)).toMatchObject({ owner_id: owner.id, owner: owner.name })
  const told = await mailsTo(owner.id)
  for (const { id } of [week, answered, late]) expect(told.filter((one) => one === id)).toHaveLength(2)
  // And one mail about all that are theirs, however often the job is run.
  await remindOfExceptions({}, tools)
  expect((await mailsTo(owner.id)).filter((one) => one === null)).toHaveLength(1)
  expect(await shop.tenant.write((trx) => assignForgotten(trx))).toBe(0)
  expect(await inPlatform(shop.tenant.database.pool, (trx) => remindAll(trx, tools.job))).toBe(1)
})

import { beforeAll, expect, test } from 'vitest'
import { session } from '#app/domain/classes/sessions/test-support.ts'
import { type Actor, everywhere, type RowScope } from '#app/domain/core/actor.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { auditOf } from '#app/domain/people/parents/test-support.ts'
import { cleanLeavePapers } from '#jobs/handlers/leave.ts'
import { enrolment, student } from '#tests/support/database/factories.ts'
import { listed } from '#tests/support/database/lists.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import '#tests/support/product/matchers.ts'
import { requestLeave, withdrawLeave } from './change-leave.ts'
import { leaveFile, leaveList, leaveOn } from './find-leave.ts'
import { paperDays } from './remove-papers.ts'

const today = '2026-03-04'
const reason = 'Demam'
let tenant: Tenant
let parent: Actor
let own: RowScope
beforeAll(async () => {
  tenant = await freshTenant()
  parent = await tenant.actor('parent')
  own = { scope: 'own', user_id: parent.id!, branch_ids: [], parent_id: parent.parent_id }
})

const child = () => tenant.write((trx) => student(trx, {}, { payer: { id: own.parent_id! } }))
const ask = (id: string, starts_on: string, ends_on = starts_on, scope = own, actor = parent) =>
  tenant.write((trx) => requestLeave(trx, actor, scope, id, { starts_on, ends_on, reason }, null, today))
const withdraw = (id: string, on: string, scope = own, actor = parent) =>
  tenant.write((trx) => withdrawLeave(trx, actor, scope, id, on))

test('leave begins yesterday at the earliest, ends after it begins, and lasts at most 60 days', async () => {
  const { id } = await child()
  await expect(ask(id, '2026-03-02')).toRefuse('leave_request.past', 'starts_on')
  await expect(ask(id, '2027-03-06')).toRefuse('leave_request.far', 'starts_on')
  await expect(ask(id, '2026-03-10', '2026-03-09')).toRefuse('leave_request.ends_first', 'ends_on')
  await expect(ask(id, '2026-03-10', addDays('2026-03-10', 60))).toRefuse('leave_request.long', 'ends_on')
  await ask(id, '2026-03-03')
  await ask(id, '2026-03-10', addDays('2026-03-10', 59))
})

test('of two requests for one day the second is refused, also at once; a withdrawn one is in nobody’s way', async () => {
  const { id } = await child()
  const both = await Promise.allSettled([
    ask(id, '2026-03-10', '2026-03-12'),
    ask(id, '2026-03-12', '2026-03-14'),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const [first] = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []))
  await expect(ask(id, '2026-03-12')).toRefuse('leave_request.overlap', 'starts_on')
  await withdraw(first!, today)
  await ask(id, '2026-03-12')
  await expect(withdraw(first!, today)).toRefuse('leave_request.withdrawn')
  expect((await auditOf(tenant, first!)).map(({ action }) => action)).toEqual([
    'leave_request.requested',
    'leave_request.withdrawn',
  ])
})

test('a family withdraws until the first day, the office on any', async () => {
  const { id } = await child()
  const { id: leave } = await ask(id, '2026-03-10', '2026-03-20')
  await expect(withdraw(leave, '2026-03-11')).toRefuse('leave_request.begun')
  await withdraw(leave, '2026-03-11', everywhere, await tenant.actor('clerk'))
})

test('another family’s child is not found, nor is its leave', async () => {
  const stranger = await tenant.write((trx) => student(trx))
  await expect(ask(stranger.id, '2026-03-10')).toRefuse('not_found.student')
  const { id } = await ask(stranger.id, '2026-03-10', '2026-03-10', everywhere, await tenant.actor('clerk'))
  await expect(withdraw(id, today)).toRefuse('not_found.leave_request')
  const { rows } = await listed(tenant, leaveList, {}, { scope: own, today })
  expect(rows.map((row) => row.student_id)).not.toContain(stranger.id)
  await tenant.write((trx) =>
    trx.updateTable('student').set({ status: 'inactive' }).where('id', '=', stranger.id).execute(),
  )
  await expect(
    ask(stranger.id, '2026-04-10', '2026-04-10', everywhere, await tenant.actor('clerk')),
  ).toRefuse('leave_request.inactive')
})

test('a paper is open to its family and the office, and to no other family', async () => {
  const { id } = await tenant.write((trx) => student(trx))
  const clerk = await tenant.actor('clerk')
  const paper = { storage_key: 'ab/sijil.pdf', name: 'sijil.pdf', content_type: 'application/pdf' }
  const input = { starts_on: '2026-03-10', ends_on: '2026-03-10', reason }
  const { id: leave } = await tenant.write((trx) =>
    requestLeave(trx, clerk, everywhere, id, input, { ...paper, bytes: Buffer.from('%PDF') }, today),
  )
  const file = (scope: RowScope) => tenant.read((db) => leaveFile(db, scope, leave))
  expect(await file(everywhere)).toMatchObject({ name: 'sijil.pdf', storage_key: 'ab/sijil.pdf' })
  await expect(file(own)).toRefuse('not_found.document')
  await tenant.write((trx) =>
    trx
      .updateTable('student_parent')
      .set({ parent_id: own.parent_id! })
      .where('student_id', '=', id)
      .execute(),
  )
  expect(await file(own)).toMatchObject({ name: 'sijil.pdf' })
})

test('a paper is open to whoever gives a session on its days in place of somebody, and to no other trainer', async () => {
  const { id } = await child()
  const [substitute, { id: stranger }] = [
    await tenant.actor('trainer'),
    await tenant.actor('class-assistant'),
  ]
  const of = (user_id: string | null): RowScope => ({
    ...{ scope: 'class', user_id: user_id!, branch_ids: [], parent_id: null },
  })
  const paper = { storage_key: 'ab/mc.pdf', name: 'mc.pdf', content_type: 'application/pdf' }
  const asked = (on: string) => {
    const days = { starts_on: on, ends_on: on, reason }
    const kept = { ...paper, bytes: Buffer.from('%PDF') }
    return tenant.write((trx) => requestLeave(trx, parent, own, id, days, kept, today))
  }
  const [that, other] = [await asked('2026-03-11'), await asked('2026-03-12')]
  await tenant.write(async (trx) => {
    const { subject_id } = await enrolment(trx, { student_id: id, starts_on: '2026-01-01' })
    await session(trx, { subject_id, held_on: '2026-03-11', trainer_user_id: substitute.id })
  })
  const file = (leave: { id: string }, user_id: string | null) =>
    tenant.read((db) => leaveFile(db, of(user_id), leave.id))
  expect(await file(that, substitute.id)).toMatchObject({ name: 'mc.pdf' })
  await expect(file(that, stranger)).toRefuse('not_found.document')
  await expect(file(other, substitute.id)).toRefuse('not_found.document')
})

test('whoever marks a session sees the leave of its day, and none that was withdrawn', async () => {
  const { id } = await child()
  const held = await tenant.write(async (trx) => {
    const { subject_id } = await enrolment(trx, { student_id: id, starts_on: '2026-01-01' })
    return session(trx, { subject_id, held_on: '2026-03-11' })
  })
  const { id: leave } = await ask(id, '2026-03-10', '2026-03-12')
  const seen = async () =>
    (await tenant.read((db) => leaveOn(db, held.id))).filter(({ student_id }) => student_id === id)
  expect(await seen()).toEqual([
    expect.objectContaining({ id: leave, reason, starts_on: '2026-03-10', has_paper: false }),
  ])
  await withdraw(leave, today)
  expect(await seen()).toEqual([])
})

test('the paper of leave that was over or withdrawn long ago goes, first the file and then its row; the leave stays', async () => {
  const tools = jobTools(tenant, 'leave_request.upkeep')
  const now = currentDay()
  const bytes = Buffer.from('%PDF-1.4')
  const asked = async (starts_on: string) => {
    const { id: student_id } = await child()
    const storage_key = `leave/${student_id}.pdf`
    await tools.files.put(storage_key, bytes, 'application/pdf')
    const paper = { storage_key, name: 'mc.pdf', content_type: 'application/pdf', bytes }
    const days = { starts_on, ends_on: starts_on, reason }
    const { id } = await tenant.write((trx) =>
      requestLeave(trx, parent, own, student_id, days, paper, starts_on),
    )
    return { id, storage_key }
  }
  const old = await asked(addDays(now, -paperDays - 1))
  const recent = await asked(addDays(now, -paperDays))
  const withdrawn = await asked(addDays(now, 10))
  await tenant.write((trx) =>
    trx
      .updateTable('leave_request')
      .set({
        withdrawn_at: new Date(Date.now() - (paperDays * 24 + 1) * 3_600_000),
        withdrawn_by: parent.id,
      })
      .where('id', '=', withdrawn.id)
      .execute(),
  )
  await cleanLeavePapers({}, tools)
  await cleanLeavePapers({}, tools)
  const { rows } = await listed(tenant, leaveList, {}, { scope: own, today: now })
  const has = ({ id }: { id: string }) => rows.find((row) => row.id === id)!.paper
  expect([old, recent, withdrawn].map(has)).toEqual(['no', 'yes', 'no'])
  await expect(tools.files.stream(old.storage_key)).rejects.toThrow()
  expect((await auditOf(tenant, old.id)).map(({ action }) => action)).toEqual([
    'leave_request.requested',
    'leave_request.paper_removed',
  ])
})

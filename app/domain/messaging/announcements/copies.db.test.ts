import { beforeAll, expect, test } from 'vitest'
import { type Actor, everywhere, type RowScope } from '#app/domain/core/actor.ts'
import { parent, student } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { duplicateAnnouncement } from './change-announcement.ts'
import { announcement, audienceNames } from './find-announcements.ts'
import { sendScope } from './send-announcement.ts'
import { insertAnnouncement } from './test-support.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})

const reachOf = ({ id, branch_ids }: Actor & { id: string }, scope: RowScope['scope']): RowScope => ({
  ...everywhere,
  ...{ scope, user_id: id, branch_ids },
})

test.each([
  ['clerk', false],
  ['admin', true],
] as const)('a copy by a %s is urgent: %s', async (role, is_urgent) => {
  const actor = await tenant.actor(role)
  const { id } = await tenant.write((trx) => insertAnnouncement(trx, { status: 'sent', is_urgent: true }))
  const copy = await tenant.write((trx) => duplicateAnnouncement(trx, actor, everywhere, id))
  expect(await tenant.read((db) => announcement(db, everywhere, copy))).toMatchObject({ is_urgent })
})

test('who received an announcement, or copied it, does not learn whom else it named', async () => {
  const trainer = await tenant.actor('trainer')
  const admin = await tenant.actor('admin')
  const names = await tenant.write(async (trx) => {
    const payer = await parent(trx, { name: 'Puan Rahsia' })
    const child = await student(trx, { name: 'Anak Rahsia' }, { payer })
    const { id } = await insertAnnouncement(trx, {
      ...{ status: 'sent', created_by: admin.id },
      audience: { who: ['families', 'trainers'], student_ids: [child.id], parent_ids: [payer.id] },
    })
    const { audience } = await announcement(trx, everywhere, id)
    return {
      trainer: await audienceNames(trx, reachOf(trainer, 'class'), audience),
      office: await audienceNames(trx, everywhere, audience),
    }
  })
  expect(names.trainer).toMatchObject({ people: [], codes: [] })
  expect(names.office.people).toHaveLength(2)
})

test('who may not send in the quiet hours sends no urgent one that somebody else wrote', async () => {
  const [clerk, admin] = [await tenant.actor('clerk'), await tenant.actor('admin')]
  const { id } = await tenant.write((trx) => insertAnnouncement(trx, { is_urgent: true }))
  const row = await tenant.read((db) => announcement(db, everywhere, id))
  expect(() => sendScope(clerk, row)).toThrow('announcement.urgent_not_yours')
  expect(sendScope(clerk, { ...row, is_urgent: false })).toMatchObject({ scope: 'branch' })
  expect(sendScope(admin, row)).toMatchObject({ scope: 'all' })
})

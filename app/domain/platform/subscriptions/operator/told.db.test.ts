import { beforeAll, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { todayIn } from '#app/domain/core/dates.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import type { Payload } from '#app/outbox/catalogue.ts'
import { inPlatform } from '#db/in-place.ts'
import { writeEntityLog } from '#jobs/handlers/audit.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { subscribed } from '#tests/support/product/packages.ts'
import {
  cancelPlatformInvoice,
  changeCredit,
  extendByOperator,
  payPlatformInvoice,
  renewByOperator,
} from './by-operator.ts'

let tenant: Tenant
const today = todayIn(new Date('2026-07-02T04:00:00Z'))
beforeAll(async () => {
  tenant = await freshTenant()
  await subscribed(tenant, {}, { starts_on: '2026-01-01', expires_on: '2027-01-01' })
})

const operator = {
  ...systemActor,
  ...{ type: 'operator' as const, id: '0198f000-0000-7000-8000-000000000003', name: 'Encik Kewangan' },
}
let requests = 0
/** Each act is a request of its own. */
const acts = <R>(
  work: (trx: Parameters<typeof cancelPlatformInvoice>[0], actor: typeof operator) => Promise<R>,
) => inPlatform(tenant.database.pool, (trx) => work(trx, { ...operator, request_id: `r${++requests}` }))
const subscription = () =>
  inPlatform(tenant.database.pool, (trx) =>
    trx
      .selectFrom('platform.subscription')
      .select(['id', 'version'])
      .where('entity_id', '=', tenant.place.id)
      .executeTakeFirstOrThrow(),
  )

test('what operators do to a subscription stands in the organisation’s own log, once, with who did it and why', async () => {
  const t = i18nOf('en', { version: 0, digest: '', byLocale: {} }).getFixedT('en')
  const renew = async () => {
    const at = await subscription()
    return acts((trx, actor) => renewByOperator(trx, actor, t, at, 1, today))
  }
  const [extended, until] = [await subscription(), '2027-03-01']
  const reason = 'Bantuan selepas banjir'
  await acts((trx, actor) => extendByOperator(trx, actor, extended, { expires_on: until, reason }, today))
  const credited = await subscription()
  await acts((trx, actor) => changeCredit(trx, actor, credited, { change: 50, reason }))
  const first = await renew()
  await acts((trx, actor) => cancelPlatformInvoice(trx, actor, { id: first.id, version: 1 }, reason))
  const second = await renew()
  const how = { paid_on: today, reference: 'TT 1' }
  await acts((trx, actor) => payPlatformInvoice(trx, actor, { id: second.id, version: 1 }, how, today))

  const jobs = await inPlatform(tenant.database.pool, (trx) =>
    trx
      .selectFrom('platform.outbox')
      .select('payload')
      .where('name', '=', 'entity.log')
      .where('entity_id', '=', tenant.place.id)
      .orderBy('id')
      .execute(),
  )
  for (const { payload } of [...jobs, ...jobs])
    await writeEntityLog(payload as Payload<'entity.log'>, jobTools(tenant, 'entity.log'))
  const own = await tenant.read((db) =>
    db
      .selectFrom('audit_log')
      .select(['action', 'actor_type', 'actor_name', 'after'])
      .where('object_type', 'in', ['subscription', 'platform_invoice'])
      .orderBy('position')
      .execute(),
  )
  expect(own.map(({ action }) => action)).toEqual([
    'subscription.extended',
    'subscription.credit_changed',
    'subscription.renewal_requested',
    'platform_invoice.cancelled',
    'subscription.renewal_requested',
    'platform_invoice.paid',
  ])
  for (const { actor_type, actor_name } of own)
    expect({ actor_type, actor_name }).toEqual({ actor_type: 'operator', actor_name: 'Encik Kewangan' })
  expect(own[0]!.after).toMatchObject({ expires_on: until, reason })
})

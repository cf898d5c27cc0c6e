import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { cancelAttempt } from '#app/domain/gateways/chip/purchase.ts'
import { chipAccount } from '#app/domain/payments/chip/account.ts'
import { saveChipAccount } from '#app/domain/payments/chip/change-account.ts'
import { chipSandbox } from '#app/integrations/chip/config.ts'
import type { Payload } from '#app/outbox/catalogue.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { unhookChip } from '#jobs/handlers/payments.ts'
import { type ChipWorld, openChipWorld } from '#tests/support/bank/chip-world.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import '#tests/support/product/matchers.ts'

let world: ChipWorld
beforeAll(async () => {
  world = await openChipWorld()
})
afterAll(() => world.close())

describe('the account', () => {
  test('its keys are sealed and never shown, and a key of the other mode is found out', async () => {
    const tenant = await freshTenant()
    expect(await world.setUp(tenant, 'live', ` ${chipSandbox.testKey} `.trim())).toMatchObject({
      fault: 'other_mode',
    })
    const account = await tenant.read((db) => chipAccount(db))
    expect(JSON.stringify(account)).not.toContain(chipSandbox.testKey)
    const owner = await world.product.signedInAs(tenant, 'superadmin')
    const html = await (await owner.get('/setting/chip')).text()
    expect(html).toContain('other mode')
    expect(html + (await (await owner.get('/setting/chip/edit')).text())).not.toContain(chipSandbox.testKey)
  })

  test('a key that CHIP does not know, and a CHIP that is down, are told apart', async () => {
    const tenant = await freshTenant()
    expect(await world.setUp(tenant, 'live', 'not-a-key-of-anybody')).toMatchObject({ fault: 'refused' })
    expect((await tenant.read((db) => chipAccount(db)))!.methods).toEqual([])
  })

  test('another mode is tried anew, and what could still be paid in the old one is cancelled', async () => {
    const { code, bill, attempt } = await world.toChip()
    const { keys } = world.toGateways(world.tenant).chip
    const actor = await world.tenant.actor('superadmin')
    const account = (await world.tenant.read((db) => chipAccount(db)))!
    const change = (mode: 'test' | 'live', version: number) =>
      world.tenant.write((trx) =>
        saveChipAccount(trx, actor, keys, {
          ...{ brand_id: chipSandbox.brandId, mode, version },
          ...{ test_key: chipSandbox.testKey, live_key: chipSandbox.liveKey },
        }),
      )
    await change('test', account.version)
    const left = (await world.tenant.read((db) => chipAccount(db)))!
    expect(left).toMatchObject({ public_key: null, hook_id: null, checked_at: null, methods: [] })
    const hooks = async (key: string) => {
      const answer = await fetch(`${world.chipUrl}webhooks/`, { headers: { authorization: `Bearer ${key}` } })
      return ((await answer.json()) as { id: string }[]).map(({ id }) => id)
    }
    expect(await hooks(chipSandbox.liveKey)).toContain(account.hook_id)
    const { payload } = await withPlatform(world.tenant.database.pool, (trx) =>
      trx
        .selectFrom('platform.outbox')
        .select('payload')
        .where('name', '=', 'chip.unhook')
        .executeTakeFirstOrThrow(),
    )
    expect(JSON.stringify(payload)).not.toContain(chipSandbox.liveKey)
    const job = jobTools(world.tenant, 'chip.unhook', { settings: { chipUrl: world.chipUrl } })
    const unhook = payload as Payload<'chip.unhook'>
    await unhookChip(unhook, job)
    expect(await hooks(chipSandbox.liveKey)).not.toContain(account.hook_id)
    await unhookChip(unhook, job)
    const tools = { gateways: world.toGateways(world.tenant), write: world.tenant.write }
    await cancelAttempt(tools, systemActor, attempt.id)
    expect(await world.books(code, bill.id)).toEqual({ state: 'cancelled', payments: 0, invoice: 'unpaid' })
    const page = `/payment/submit?invoice=${bill.public_code}`
    expect(await world.product.visitor(world.tenant).get(page)).toRedirectTo(/^\/invoice\/status/)
    await change('live', left.version)
    await world.tryAgain(world.tenant)
  })

  test('what was saved on an older page is refused, and a mode without its key', async () => {
    const tenant = await freshTenant()
    const { keys } = world.toGateways(tenant).chip
    const actor = await tenant.actor('superadmin')
    const save = (given: object) =>
      tenant.write((trx) =>
        saveChipAccount(trx, actor, keys, {
          ...{ brand_id: chipSandbox.brandId, mode: 'live', version: 0 },
          ...{ test_key: undefined, live_key: undefined, ...given },
        }),
      )
    await expect(save({ test_key: chipSandbox.testKey })).toRefuse('chip.key_missing', 'live_key')
    await save({ live_key: chipSandbox.liveKey })
    await expect(save({ live_key: chipSandbox.liveKey })).toRefuse('version_conflict')
    const brand_id = '00000000-0000-4000-8000-00000000aaaa'
    await expect(save({ brand_id, version: 1 })).toRefuse('chip.keys_again', 'live_key')
  })
})

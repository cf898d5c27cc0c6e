import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Actor } from '#app/domain/core/actor.ts'
import { hashOf } from '#app/domain/identity/passwords/token-hash.ts'
import { helpVisit } from '#tests/support/database/help-factories.ts'
import { waitForLocked } from '#tests/support/database/locks.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { platform } from '#tests/support/people/second-factor.ts'
import '#tests/support/product/matchers.ts'
import { makeHelpCode } from './codes.ts'
import { helpTicket, leaveFromPlatform } from './enter.ts'
import { enter, helper } from './test-support.ts'
import { endHelp, redeemHelpTicket } from './visit.ts'

let tenant: Tenant
let owner: Actor

beforeEach(async () => {
  tenant = await freshTenant()
  owner = await tenant.actor('superadmin')
})

describe('a visit', () => {
  test('that begins forgets the wrong codes before it', async () => {
    const who = await helper()
    const code = await tenant.write((trx) => makeHelpCode(trx, owner))
    for (let n = 0; n < 4; n++)
      await expect(enter(who, 'ABCDEFGHJKMN', tenant)).toRefuse('help_visit.code_wrong')
    await enter(who, code, tenant)
    await expect(enter(who, 'ABCDEFGHJKMN', tenant)).toRefuse('help_visit.code_wrong')
  })

  test('does not begin while its organisation is being closed', async () => {
    const own = await freshTenant()
    const code = await own.write((trx) => makeHelpCode(trx, owner))
    const who = await helper()
    const entering = await platform(async (trx) => {
      await trx
        .updateTable('platform.entity')
        .set({ status: 'inactive' })
        .where('id', '=', own.entity.id)
        .execute()
      const came = Promise.allSettled([enter(who, code, own)])
      await waitForLocked(own, 1)
      return { came }
    })
    expect(await entering.came).toMatchObject([{ reason: { code: 'help_visit.closed' } }])
  })

  test('that is over is not entered by its ticket, nor ended by anybody', async () => {
    const who = await helper()
    const left = await enter(who, await tenant.write((trx) => makeHelpCode(trx, owner)), tenant)
    const { ticket } = await platform((trx) => helpTicket(trx, who, left))
    await platform((trx) => leaveFromPlatform(trx, who, left))
    await expect(tenant.write((trx) => redeemHelpTicket(trx, ticket))).toRefuse('help_visit.ticket')
    const late = 'x'.repeat(43)
    const { id } = await helpVisit({
      ...{ entity_id: tenant.entity.id, ticket_hash: hashOf(late) },
      ticket_expires_at: sql<Date>`now() + interval '30 seconds'`,
      began_at: sql<Date>`now() - interval '61 minutes'`,
      ends_at: sql<Date>`now() - interval '1 minute'`,
    })
    await expect(tenant.write((trx) => redeemHelpTicket(trx, late))).toRefuse('help_visit.ticket')
    await expect(tenant.write((trx) => endHelp(trx, owner, id))).toRefuse('help_visit.over')
  })
})

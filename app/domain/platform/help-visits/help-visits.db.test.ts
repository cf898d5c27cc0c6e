import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Actor } from '#app/domain/core/actor.ts'
import { tokenHash } from '#app/domain/identity/passwords/tokens.ts'
import { newId } from '#db/id.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { helpCode, helpVisit } from '#tests/support/database/help-factories.ts'
import { waitForLocked } from '#tests/support/database/locks.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { addOperator, platform } from '#tests/support/people/second-factor.ts'
import {
  endHelp,
  enterToHelp,
  helpTicket,
  leaveFromPlatform,
  makeHelpCode,
  recordEndedVisits,
  recordHelpPage,
  redeemHelpTicket,
  withdrawHelpCode,
} from './change-help-visit.ts'
import { activeVisit } from './find-help-visits.ts'
import { newHelpCode } from './help-visit.ts'
import '#tests/support/product/matchers.ts'
import { codeOf } from '#tests/support/database/as-role.ts'
import { newSession } from '#tests/support/product/http.ts'

beforeAll(databaseForMany)

describe('help visits', () => {
  let tenant: Tenant
  let owner: Actor

  beforeAll(async () => {
    tenant = await freshTenant()
    owner = await tenant.actor('superadmin')
  })
  beforeEach(() => platform((trx) => trx.deleteFrom('platform.rate_limit').execute()))

  const make = async () => {
    await tenant.write((trx) =>
      trx
        .updateTable('platform.help_code')
        .set({ closed_at: sql<Date>`now()`, closed_as: 'withdrawn' })
        .where('closed_at', 'is', null)
        .execute(),
    )
    return tenant.write((trx) => makeHelpCode(trx, owner))
  }
  async function inside(who: Helper) {
    const id = await enter(who, await make(), tenant)
    const { ticket } = await platform((trx) => helpTicket(trx, who, id))
    const token = await tenant.write((trx) => redeemHelpTicket(trx, ticket))
    return { id, ticket, token }
  }
  const lives = async (token: string) => (await tenant.read((db) => activeVisit(db, token))) !== undefined
  const visit = (id: string) =>
    platform((trx) =>
      trx.selectFrom('platform.help_visit').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    )
  const actions = (type: string, id: string) =>
    tenant.read(async (db) => {
      const rows = await db
        .selectFrom('audit_log')
        .select('action')
        .where('object_type', '=', type)
        .where('object_id', '=', id)
        .orderBy('id')
        .execute()
      return rows.map(({ action }) => action)
    })

  describe('a code', () => {
    test('is twelve letters that nobody takes for one another, of which a hash is kept', async () => {
      expect(newHelpCode(() => 0)).toBe('2222-2222-2222')
      const code = await make()
      expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{4}(-[2-9A-HJKMNP-TV-Z]{4}){2}$/)
      const kept = await tenant.read((db) => db.selectFrom('platform.help_code').selectAll().execute())
      expect(kept.at(-1)!.code_hash).toEqual(tokenHash(code.replaceAll('-', '')))
      expect(JSON.stringify(kept)).not.toContain(code.replaceAll('-', ''))
    })

    test('is open alone, until it is withdrawn or its day is over', async () => {
      await make()
      await expect(tenant.write((trx) => makeHelpCode(trx, owner))).rejects.toThrow('help_code_open_key')
      await helpCode({
        ...{ entity_id: tenant.entity.id },
        ...{
          created_at: sql<Date>`now() - interval '25 hours'`,
          expires_at: sql<Date>`now() - interval '1 hour'`,
        },
      })
      expect(await tenant.write((trx) => makeHelpCode(trx, owner))).toMatch(/-/)
    })

    test('of two operators at once lets one in, and once', async () => {
      const code = await make()
      const [one, other] = [await helper(), await helper()]
      const came = await Promise.allSettled([enter(one, code, tenant), enter(other, code, tenant)])
      expect(came.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      await expect(enter(one, code, tenant)).toRefuse('help_visit.code_wrong', 'code')
    })

    test('opens nothing when withdrawn, when its time is over, or elsewhere', async () => {
      const who = await helper()
      const elsewhere = await freshTenant()
      const code = await make()
      await expect(enter(who, code, elsewhere)).toRefuse('help_visit.code_wrong')
      const { id } = await tenant.read((db) =>
        db
          .selectFrom('platform.help_code')
          .select('id')
          .where('closed_at', 'is', null)
          .executeTakeFirstOrThrow(),
      )
      await tenant.write((trx) => withdrawHelpCode(trx, owner, id))
      await expect(enter(who, code, tenant)).toRefuse('help_visit.code_wrong')
      await expect(tenant.write((trx) => withdrawHelpCode(trx, owner, id))).toRefuse('help_visit.code_gone')
      const over = 'ABCDEFGHJKMN'
      await helpCode({
        ...{ entity_id: tenant.entity.id, code_hash: tokenHash(over) },
        ...{
          created_at: sql<Date>`now() - interval '25 hours'`,
          expires_at: sql<Date>`now() - interval '1 second'`,
        },
      })
      await expect(enter(who, over, tenant)).toRefuse('help_visit.code_wrong')
      const late = await tenant.read((db) =>
        db
          .selectFrom('platform.help_code')
          .select('id')
          .where('code_hash', '=', tokenHash(over))
          .executeTakeFirstOrThrow(),
      )
      await expect(tenant.write((trx) => withdrawHelpCode(trx, owner, late.id))).toRefuse(
        'help_visit.code_gone',
      )
      expect(await actions('help_code', id)).toEqual(['help.code_made', 'help.code_withdrawn'])
    })

    test('is not guessed: after five wrong ones an operator waits, right or wrong', async () => {
      const who = await helper()
      const code = await make()
      for (let n = 0; n < 5; n++)
        await expect(enter(who, 'ABCDEFGHJKMN', tenant)).toRefuse('help_visit.code_wrong')
      await expect(enter(who, code, tenant)).toRefuse('too_many_requests')
      await expect(enter(await helper(), code, tenant)).resolves.toBeTypeOf('string')
    })

    test('nor by many operators of one organisation', async () => {
      for (let n = 0; n < 20; n++)
        await expect(enter(await helper(), 'ABCDEFGHJKMN', tenant)).toRefuse('help_visit.code_wrong')
      await expect(enter(await helper(), await make(), tenant)).toRefuse('too_many_requests')
    })
  })

  describe('a visit', () => {
    test('lasts an hour by the clock, which nobody makes longer', async () => {
      const who = await helper()
      const { id } = await inside(who)
      const { began_at, ends_at } = await visit(id)
      expect(ends_at.getTime() - began_at.getTime()).toBe(3_600_000)
      await expect(
        platform((trx) =>
          sql`update platform.help_visit set ends_at = ends_at + interval '1 hour'`.execute(trx),
        ),
      ).rejects.toThrow('permission denied')
    })

    test('is led to by a ticket that is good once, for a minute, and at its own organisation', async () => {
      const who = await helper()
      const { id, ticket, token } = await inside(who)
      expect(await lives(token)).toBe(true)
      await expect(tenant.write((trx) => redeemHelpTicket(trx, ticket))).toRefuse('help_visit.ticket')
      const again = await platform((trx) => helpTicket(trx, who, id))
      expect(await lives(token)).toBe(false)
      const elsewhere = await freshTenant()
      await expect(elsewhere.write((trx) => redeemHelpTicket(trx, again.ticket))).toRefuse(
        'help_visit.ticket',
      )
      await platform((trx) =>
        trx
          .updateTable('platform.help_visit')
          .set({ ticket_expires_at: sql<Date>`now() - interval '1 second'` })
          .where('id', '=', id)
          .execute(),
      )
      await expect(tenant.write((trx) => redeemHelpTicket(trx, again.ticket))).toRefuse('help_visit.ticket')
      await expect(platform(async (trx) => helpTicket(trx, await helper(), id))).toRefuse(
        'not_found.help_visit',
      )
      await expect(platform((trx) => helpTicket(trx, { ...who, session_id: newId() }, id))).toRefuse(
        'help_visit.over',
      )
    })

    test.each([
      [
        'signing out',
        (who: Helper) => sql`delete from platform.operator_session where id = ${who.session_id}`,
      ],
      [
        'being deactivated',
        (who: Helper) => sql`update platform.operator set status = 'inactive' where id = ${who.actor.id}`,
      ],
      [
        'another role',
        (who: Helper) => sql`update platform.operator set role = 'finance' where id = ${who.actor.id}`,
      ],
      ['being removed', (who: Helper) => sql`delete from platform.operator where id = ${who.actor.id}`],
    ])('of an operator ends with their %s, and does not come back', async (_name, how) => {
      const who = await helper()
      const { id, token } = await inside(who)
      await platform((trx) => how(who).execute(trx))
      expect(await lives(token)).toBe(false)
      expect((await visit(id)).ended_by).toBe('operator')
      await expect(platform((trx) => helpTicket(trx, who, id))).toRefuse('help_visit.over')
    })

    test('ends with the organisation, which may be opened again without it', async () => {
      const own = await freshTenant()
      const who = await helper()
      const code = await own.write((trx) => makeHelpCode(trx, owner))
      const id = await enter(who, code, own)
      const setStatus = (status: string) =>
        platform((trx) =>
          trx.updateTable('platform.entity').set({ status }).where('id', '=', own.entity.id).execute(),
        )
      await setStatus('inactive')
      await setStatus('active')
      expect(await visit(id)).toMatchObject({ ended_by: 'closed' })
      await setStatus('inactive')
      await expect(enter(who, await own.write((trx) => makeHelpCode(trx, owner)), own)).toRefuse(
        'help_visit.closed',
      )
    })

    test('is ended once by the organisation, or left; both logs hear of whatever ends it', async () => {
      const who = await helper()
      const ended = await inside(who)
      await tenant.write((trx) => endHelp(trx, owner, ended.id))
      expect(await lives(ended.token)).toBe(false)
      await expect(tenant.write((trx) => endHelp(trx, owner, ended.id))).toRefuse('help_visit.over')
      await expect(tenant.write((trx) => endHelp(trx, owner, newId()))).toRefuse('not_found.help_visit')
      const left = await inside(who)
      await platform((trx) => leaveFromPlatform(trx, who, left.id))
      expect(await lives(left.token)).toBe(false)
      const signedOut = await inside(who)
      await platform((trx) =>
        trx.deleteFrom('platform.operator_session').where('id', '=', who.session_id).execute(),
      )
      await platform(recordEndedVisits)
      expect(await platform(recordEndedVisits)).toBe(0)
      const told = await platform((trx) =>
        trx
          .selectFrom('platform.audit_log')
          .select(['action', 'object_id'])
          .where('object_type', '=', 'help_visit')
          .where('object_id', 'in', [left.id, signedOut.id])
          .orderBy('id')
          .execute(),
      )
      expect(told.map(({ action }) => action)).toEqual([
        ...['help.entered', 'help.left', 'help.entered', 'help.ended'],
      ])
      expect(await actions('help_visit', ended.id)).toEqual(['help.ended'])
      await expect(tenant).toHaveEnqueued('entity.log', {
        action: 'help.ended',
        object: { type: 'help_visit', id: signedOut.id },
      })
      await expect(tenant).toHaveEnqueued('help.log', {
        action: 'help.ended',
        object: { type: 'help_visit', id: ended.id },
      })
    })

    test('tells the organisation of each kind of page once, however many look at once', async () => {
      const { id } = await inside(await helper())
      const look = (page: string) => tenant.write((trx) => recordHelpPage(trx, owner, id, page))
      await Promise.all([look('/invoice/view/:id'), look('/invoice/view/:id'), look('/dashboard')])
      await look('/invoice/view/:id')
      expect(await actions('help_visit', id)).toEqual(['help.page_opened', 'help.page_opened'])
    })
  })
})

describe('begin and end', () => {
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
        ...{ entity_id: tenant.entity.id, ticket_hash: tokenHash(late) },
        ticket_expires_at: sql<Date>`now() + interval '30 seconds'`,
        began_at: sql<Date>`now() - interval '61 minutes'`,
        ends_at: sql<Date>`now() - interval '1 minute'`,
      })
      await expect(tenant.write((trx) => redeemHelpTicket(trx, late))).toRefuse('help_visit.ticket')
      await expect(tenant.write((trx) => endHelp(trx, owner, id))).toRefuse('help_visit.over')
    })
  })
})

describe('isolation between organisations', () => {
  let here: Tenant
  let there: Tenant

  beforeAll(async () => {
    ;[here, there] = [await freshTenant(), await freshTenant()]
  })

  test('an organisation sees and ends visits at itself alone, and neither begins one nor makes it longer', async () => {
    const [own, foreign] = [
      await helpVisit({ entity_id: here.place.id }),
      await helpVisit({ entity_id: there.place.id }),
    ]
    const { role } = here.place
    expect(await codeOf(role, 'select id from platform.help_visit')).toBe('1 rows')
    for (const text of [
      'insert into platform.help_visit default values',
      'delete from platform.help_visit',
      "update platform.help_visit set ends_at = ends_at + interval '1 hour'",
      'update platform.help_visit set operator_id = operator_id',
      "update platform.help_code set expires_at = expires_at + interval '1 day'",
    ])
      expect(await codeOf(role, text), text).toBe('42501')
    const end = ({ id }: { id: string }) =>
      `update platform.help_visit set ended_at = now(), ended_by = 'organisation' where id = '${id}'`
    expect(await codeOf(role, end(foreign))).toBe('0 rows')
    expect(await codeOf(role, end(own))).toBe('1 rows')
  })
})

const reason = 'Tiket 4711: jumlah pada resit'

/** An operator with a session of their own. */
async function helper() {
  const { id, name } = await addOperator({ role: 'support' })
  const { row } = newSession()
  await platform((trx) =>
    trx
      .insertInto('platform.operator_session')
      .values({ ...row, operator_id: id })
      .execute(),
  )
  const actor: Actor = {
    ...{ type: 'operator', id, name, roles: [], operator_role: 'support', branch_ids: [], parent_id: null },
    ...{ ip: null, user_agent: null, request_id: newId() },
  }
  return { actor, session_id: row.id }
}
type Helper = Awaited<ReturnType<typeof helper>>

/** By a code however it is written, at the organisation. */
const enter = (who: Helper, code: string, at: Tenant) =>
  enterToHelp(platform, who, at.entity.id, { code: code.replaceAll('-', ''), reason })

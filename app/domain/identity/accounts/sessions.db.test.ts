import { beforeAll, expect, test } from 'vitest'
import { user } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { newSession } from '#tests/support/product/http.ts'
import '#tests/support/product/matchers.ts'
import { endOtherSessions, endOwnSession, sessionsOf } from './sessions.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})

/** A person with three sessions. */
async function signedIn() {
  const base = await tenant.actor('clerk')
  const person = await tenant.write((trx) => user(trx))
  const rows = [newSession(), newSession(), newSession()].map(({ row }) => ({ ...row, user_id: person.id }))
  await tenant.write((trx) => trx.insertInto('session').values(rows).execute())
  return {
    actor: { ...base, id: person.id, name: person.name },
    ids: rows.map(({ id }) => id).sort(),
    left: async () => {
      const found = await tenant.read((db) => sessionsOf(db, person.id))
      return found.map(({ id }) => id).sort()
    },
  }
}

test('somebody ends a session of their own, and none of a colleague by its id', async () => {
  const [one, other] = [await signedIn(), await signedIn()]
  const end = (id: string) => tenant.write((trx) => endOwnSession(trx, one.actor, id))
  await expect(end(other.ids[0]!)).toRefuse('not_found.session')
  expect(await other.left()).toEqual(other.ids)
  await end(one.ids[0]!)
  expect(await one.left()).toEqual(one.ids.slice(1))
  await expect(end(one.ids[0]!)).toRefuse('not_found.session')
})

test('and all of their own but the one that asks', async () => {
  const [one, other] = [await signedIn(), await signedIn()]
  const ended = await tenant.write((trx) => endOtherSessions(trx, one.actor, one.ids[1]!))
  expect(ended).toBe(2)
  expect(await one.left()).toEqual([one.ids[1]])
  expect(await other.left()).toEqual(other.ids)
})

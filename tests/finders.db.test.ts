import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { everywhere } from '#app/domain/core/actor.ts'
import { knownParent } from '#app/domain/enrolment/applications/family.ts'
import { familiesOf, matchParent } from '#app/domain/enrolment/imports/people.ts'
import { sealedIdentity } from '#app/domain/identity/accounts/identity.ts'
import { signInUser } from '#app/domain/identity/accounts/sign-in.ts'
import { reachesOf } from '#app/domain/identity/codes/confirm-code.ts'
import { requestSignInCode } from '#app/domain/identity/codes/phone-sign-in.ts'
import { requestRecovery } from '#app/domain/identity/passwords/recovery.ts'
import { findDirectory } from '#app/domain/payments/bank-statements/matching/directory.ts'
import { namesIn } from '#app/domain/payments/bank-statements/matching/names.ts'
import { createParent, inviteParent } from '#app/domain/people/parents/change-parent.ts'
import { keysIn, newParent } from '#app/domain/people/parents/test-support.ts'
import { addPerson } from '#app/domain/people/staff/person.ts'
import { newStaff } from '#app/domain/people/staff/test-support.ts'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { next, parent, provenParent, student, user } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { forgetCounts, newPhone } from '#tests/support/people/codes.ts'
import { cheapHash, password } from '#tests/support/people/sign-in.ts'
import '#tests/support/product/matchers.ts'

/**
 * Every place that finds a person by a phone, an e-mail address, a name or a number. What another family only claims never
 * leads to that family; proven, it does. `app/domain/identity/contacts/finders.test.ts` notices a query that is not here.
 */
let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})
beforeEach(() => forgetCounts(tenant))

const ip = '192.0.2.44'

interface Details {
  name: string
  phone: string
  email: string
  identity_no: string
}

interface Family {
  user_id: string
  parent_id: string
}

/** A family that has these details. `waits`: typed on the profile, without a code; `said`: written into a registration. */
async function familyOf(details: Details, how: 'proven' | 'waits' | 'said'): Promise<Family> {
  const { name, phone, email, identity_no } = details
  const keys = keysIn(tenant)
  return tenant.write(async (trx) => {
    const id = newId()
    const counts = how === 'said' ? null : new Date()
    const own = { phone: newPhone(), email: `own-${next()}@family.test` }
    const contacts = how === 'waits' ? own : { phone, email }
    const account = await user(trx, {
      ...contacts,
      ...{ roles: ['trainer'], name, password_hash: cheapHash(password) },
      ...{ phone_proven_at: counts, email_proven_at: counts },
    })
    await trx
      .updateTable('user_account')
      .set({ roles: ['parent'] })
      .where('id', '=', account.id)
      .execute()
    const numbered =
      how === 'waits'
        ? {}
        : sealedIdentity(keys.ring, { place: keys.place, table: 'parent', row: id }, identity_no)
    const row = await parent(trx, {
      ...{ id, user_id: account.id, name, ...contacts, ...numbered, ...provenParent() },
      ...(how === 'said' ? { phone_proven_at: null, email_proven_at: null, identity_proven_at: null } : {}),
      ...(how === 'proven' ? {} : { name_confirmed: false }),
    })
    await student(trx, {}, { payer: row })
    if (how === 'waits')
      for (const [kind, value] of Object.entries({ phone, email }))
        await trx.insertInto('contact_claim').values({ user_id: account.id, kind, value }).execute()
    return { user_id: account.id, parent_id: row.id }
  })
}

let numbers = 0
/** The month of the number cannot be, so that nobody has it. */
const newDetails = (): Details => {
  const number = ++numbers
  return {
    name: `Zubaidah Carian Palsu${'abcdefghijklmnopqrstuvwxyz'[number % 26]!.repeat(2 + Math.floor(number / 26))}`,
    phone: newPhone(),
    email: `carian-${number}@family.test`,
    identity_no: `80130100${String(1000 + number)}`,
  }
}

const newest = <T>(rows: readonly T[]) => rows.at(-1)
const answers = (details: Details) => ({ ...newParent(details), identity_type: 'passport' as const })

/** Whom each place finds by the details of somebody: the id of an account or parent, if it finds one. */
const finders: Record<string, (details: Details) => Promise<string | null | undefined>> = {
  async 'signing in by phone'({ phone }) {
    await requestSignInCode(tenant.write, { phone, channel: 'sms', locale: 'en', ip })
    const rows = await tenant.read((db) =>
      db
        .selectFrom('one_time_code')
        .select('user_id')
        .where('address', '=', phone)
        .orderBy('created_at')
        .execute(),
    )
    return newest(rows)!.user_id
  },
  async 'signing in by password'({ email }) {
    const transactions = { write: tenant.write, releaseConnection: async () => {} }
    const attempt = { email, password, ip, user_agent: null }
    return signInUser(transactions as never, attempt).catch(() => undefined)
  },
  async 'a new password'({ email }) {
    await requestRecovery(tenant.write, 'tenant', { email, ip })
    const { rows } = await withPlatform(tenant.database.pool, (trx) =>
      sql<{ user_id: string | null }>`select payload->>'user_id' as user_id from platform.outbox
        where name = 'recovery.send' order by created_at, id`.execute(trx),
    )
    return newest(rows)!.user_id
  },
  async 'the chooser of organisations'({ phone, email }) {
    const rows = await withPlatform(tenant.database.pool, (trx) =>
      trx.selectFrom('platform.contact').select('user_id').where('value', 'in', [phone, email]).execute(),
    )
    return rows[0]?.user_id
  },
  async 'online registration by phone'(details) {
    const { identity_no: _, email: __, ...rest } = answers(details)
    return (await tenant.read((db) => knownParent(db, keysIn(tenant), rest, null)))?.id
  },
  async 'online registration by address'(details) {
    const { identity_no: _, ...rest } = answers({ ...details, phone: newPhone() })
    return (await tenant.read((db) => knownParent(db, keysIn(tenant), rest, null)))?.id
  },
  async 'online registration by number'(details) {
    const other = { ...details, phone: newPhone(), email: `lain-${next()}@family.test` }
    return (await tenant.read((db) => knownParent(db, keysIn(tenant), answers(other), null)))?.id
  },
  'an import by phone': (details) => imported({ name: details.name, phone: details.phone }),
  'an import by address': ({ name, email }) => imported({ name, phone: newPhone(), email }),
  'an import by number': ({ name, identity_no }) => imported({ name, phone: newPhone(), identity_no }),
  async 'a line of a bank statement'({ name }) {
    const directory = await tenant.read((db) => findDirectory(db, null))
    return namesIn(name, directory.names, 'payer').find(({ whole }) => whole)?.family
  },
}

async function imported(named: { name: string; phone: string; email?: string; identity_no?: string }) {
  const keys = keysIn(tenant)
  const families = await tenant.read((db) => familiesOf(db, keys, [named]))
  return matchParent(families, keys, named).known?.id
}

describe.each(Object.entries(finders))('%s', (_place, find) => {
  test('finds a family by what is proven', async () => {
    const details = newDetails()
    const family = await familyOf(details, 'proven')
    expect(Object.values(family)).toContain(await find(details))
  })

  test.each(['waits', 'said'] as const)('never lands with a family of which it %s', async (how) => {
    const details = newDetails()
    await familyOf(details, how)
    expect(await find(details)).toBeFalsy()
  })
})

test('a person confirms who they are by a proven contact only', async () => {
  const family = await familyOf(newDetails(), 'said')
  expect(await tenant.read((db) => reachesOf(db, family.user_id, ['sms']))).toEqual([])
})

describe('a claim stands in nobody’s way', () => {
  test.each(['waits', 'said'] as const)(
    'the office invites the real parent of a contact that %s',
    async (how) => {
      const details = newDetails()
      const claimant = await familyOf(details, how)
      const { phone, email } = details
      const keys = keysIn(tenant)
      const clerk = await tenant.actor('clerk')
      const id = await tenant.write((trx) =>
        createParent(trx, clerk, everywhere, keys, newParent({ phone, email, is_another: true })),
      )
      await tenant.write((trx) => inviteParent(trx, clerk, everywhere, keys, { id, version: 1 }))
      const account = await tenant.read((db) =>
        db
          .selectFrom('user_account')
          .innerJoin('parent', 'parent.user_id', 'user_account.id')
          .select(['user_account.phone', 'user_account.email'])
          .where('parent.id', '=', id)
          .executeTakeFirstOrThrow(),
      )
      expect(account).toEqual({ phone, email })
      const left = await tenant.read((db) =>
        db
          .selectFrom('user_account')
          .select(['phone', 'email'])
          .where('id', '=', claimant.user_id)
          .where('deleted_at', 'is', null)
          .executeTakeFirst(),
      )
      expect([left?.phone, left?.email]).not.toContain(phone)
      expect([left?.phone, left?.email]).not.toContain(email)
    },
  )

  test('the office enters a colleague with it', async () => {
    const details = newDetails()
    await familyOf(details, 'said')
    const { phone, email } = details
    const admin = await tenant.actor('admin')
    const input = newStaff(tenant, { phone, email })
    await expect(tenant.write((trx) => addPerson(trx, admin, keysIn(tenant), input))).resolves.toBeDefined()
  })

  test('the office enters another parent with the number', async () => {
    const { identity_no } = await claimed('said')
    const create = () =>
      tenant.write(async (trx) =>
        createParent(trx, await tenant.actor('clerk'), everywhere, keysIn(tenant), {
          ...newParent({ identity_type: 'passport', identity_no, is_another: true }),
        }),
      )
    await expect(create()).resolves.toBeDefined()
    await expect(create()).toRefuse('duplicate.parent', 'identity_no')
  })

  test('an import asks about what a registration said', async () => {
    const { name, phone, email, identity_no } = await claimed('said')
    const keys = keysIn(tenant)
    for (const [at, named] of [
      ['phone', { name, phone }],
      ['email', { name, phone: newPhone(), email }],
      ['identity_no', { name, phone: newPhone(), identity_no }],
    ] as const) {
      const families = await tenant.read((db) => familiesOf(db, keys, [named]))
      expect(matchParent(families, keys, named).conflict).toMatchObject({ at, unproven: true })
    }
  })

  async function claimed(how: 'waits' | 'said') {
    const details = newDetails()
    await familyOf(details, how)
    return details
  }
})

import pino from 'pino'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { enqueue } from '#app/outbox/enqueue.ts'
import { findEntity } from '#app/server/routing/site.ts'
import { createTenant } from '#db/command/create.ts'
import { withPlatform, withTenant } from '#db/with-tenant.ts'
import { openQueue } from '#jobs/queue/queue.ts'
import { patientPool } from '#tests/support/database/database.ts'
import { type Installation, installation, withLogin } from '#tests/support/database/installation.ts'
import { asAdmin, migrateAll } from '#tests/support/database/template.ts'
import { drop } from '#tests/support/database/tenant.ts'
import type { Provisioned } from './provision.ts'

const log = pino({ level: 'silent' })

function organisation(at: Installation): Promise<Provisioned> {
  const input = {
    subdomain: 'bestari',
    name: new URL(at.ownerUrl).pathname.slice(1, 150),
    organisation_type: 'tuition',
    contact_email: 'owner@bestari.test',
    default_locale: 'en',
  } as const
  return createTenant(at, input).then(({ place }) => place)
}

/** The name of the organisation behind the subdomain, its accounts, and whether it may ask for a job: as its pages do. */
async function served({ appUrl }: Installation) {
  const pool = patientPool(appUrl, { max: 2 })
  try {
    const entity = await withPlatform(pool, (trx) => findEntity(trx, { subdomain: 'bestari' }))
    if (!entity) return undefined
    const accounts = await withTenant(pool, entity.place, async (trx) => {
      await enqueue(trx, 'invitation.send', { invitation_id: entity.id })
      return trx.selectFrom('user_account').select('email').execute()
    })
    return { name: entity.name, place: entity.place, accounts: accounts.map(({ email }) => email) }
  } finally {
    await pool.end()
  }
}

const servedAs = ({ ownerUrl }: Installation) => ({
  name: new URL(ownerUrl).pathname.slice(1),
  accounts: ['owner@bestari.test'],
})

/** A job through the queue's own role, which makes its sequence; how many wait. */
async function queued({ appUrl }: Installation): Promise<number> {
  const queue = openQueue({ appUrl, name: 'tried', log })
  try {
    await queue.add('payment.sweep', { entity_id: null, payload: {} })
    return await queue.getWaitingCount()
  } finally {
    await queue.close()
  }
}

/** The code with which a login is refused a role. */
async function takesOn({ appUrl }: Installation, role: string): Promise<string> {
  const pool = patientPool(appUrl, { max: 1 })
  try {
    return await pool.query("select set_config('role', $1, false)", [role]).then(
      () => 'taken on',
      (error: { code: string }) => error.code,
    )
  } finally {
    await pool.end()
  }
}

/** Roles on which something in this database depends. */
async function rolesIn({ ownerUrl }: Installation): Promise<string[]> {
  const { rows } = await asAdmin(ownerUrl, (owner) =>
    owner.query(
      `select distinct rolname from pg_shdepend join pg_roles on pg_roles.oid = refobjid
       where refclassid = 'pg_authid'::regclass
         and dbid = (select oid from pg_database where datname = current_database())
       order by 1`,
    ),
  )
  return rows.map(({ rolname }) => rolname)
}

test('two installations on one server have nothing to do with each other', async () => {
  const [first, second] = [await installation('first'), await installation('second')]
  await Promise.all([migrateAll(first), migrateAll(second)])
  const places = [await organisation(first), await organisation(second)]
  for (const at of [first, second]) expect(await served(at)).toMatchObject(servedAs(at))
  expect(await Promise.all([queued(first), queued(second)])).toEqual([1, 1])
  expect((await rolesIn(first)).filter((role) => !role.startsWith('first_'))).toEqual([])

  expect(await takesOn(first, places[0]!.role)).toBe('taken on')
  for (const role of [places[1]!.role, `${new URL(second.appUrl).username.replace(/_app$/, '')}_platform`])
    expect(await takesOn(first, role)).toBe('42501')

  await drop(first.ownerUrl, places[0]!)
  expect(await served(first)).toBeUndefined()
  expect(await served(second)).toMatchObject(servedAs(second))
  await Promise.all([migrateAll(first), migrateAll(second)])
  expect(await served(second)).toMatchObject(servedAs(second))
})

/** As it was made when the roles of all installations of a server were called alike. */
async function oldInstallation(name: string, login: string): Promise<Installation> {
  const at = await installation(name)
  const old = { ...at, appUrl: withLogin(at.ownerUrl, login) }
  await migrateAll(old)
  const { id, role, schema } = await organisation(old)
  await asAdmin(at.ownerUrl, async (owner) => {
    await owner.query(`alter role ${role} rename to ${schema}`)
    await owner.query('update platform.entity set role_name = schema_name where id = $1', [id])
  })
  expect(await served(old)).toMatchObject(servedAs(at))
  expect(await queued(old)).toBe(1)
  return at
}

describe('one whose roles were called otherwise', () => {
  let at: Installation
  beforeAll(async () => {
    at = await oldInstallation('grown', 'formerly_app')
  })

  test('gets its own and goes on working', async () => {
    await migrateAll(at)
    const now = await served(at)
    expect(now).toMatchObject(servedAs(at))
    expect(now!.place.role).toMatch(/^grown_.*_t_bestari_[0-9a-f]{6}$/)
    expect(await queued(at)).toBe(2)
    const roles = await rolesIn(at)
    expect(roles.filter((role) => !role.startsWith('grown_'))).toEqual([])
    await migrateAll(at)
    expect(await rolesIn(at)).toEqual(roles)
  })

  test('has a hand-over that was interrupted finished by the next migration', async () => {
    const { place } = (await served(at))!
    // as if it had ended before the organisation's turn
    const installation = place.role.replace(/_t_bestari_.*/, '')
    await asAdmin(at.ownerUrl, (owner) =>
      owner.query(
        `revoke ${installation}_tenant from ${place.role};
         revoke all on all tables in schema ${place.schema} from ${place.role}`,
      ),
    )
    await expect(served(at)).rejects.toMatchObject({ code: '42501' })
    await migrateAll(at)
    expect(await served(at)).toMatchObject(servedAs(at))
  })

  test('is left by an organisation wholly', async () => {
    const { place } = (await served(at))!
    await drop(at.ownerUrl, { ...place, id: await idOf(at) })
    expect(await served(at)).toBeUndefined()
  })
})

describe('one whose owner is no superuser', () => {
  let original: Installation
  beforeAll(async () => {
    original = await installation('original')
    await migrateAll(original)
    await organisation(original)
  })

  test('is migrated again after a worker has run', async () => {
    expect(await queued(original)).toBe(1)
    await migrateAll(original)
    expect(await queued(original)).toBe(2)
  })

  test('is copied on the same server, and the copy becomes an installation of its own', async () => {
    const copy = await installation('copy', original)
    await migrateAll(copy)
    const copied = await served(copy)
    expect(copied).toMatchObject(servedAs(original))
    await drop(copy.ownerUrl, { ...copied!.place, id: await idOf(copy) })
    expect(await served(copy)).toBeUndefined()
    expect(await served(original)).toMatchObject(servedAs(original))
    expect(await queued(original)).toBe(3)
  })
})

test('a restored database, of whose roles only the names are there, is put in order', async () => {
  const at = await installation('restored')
  await migrateAll(at)
  const { role } = await organisation(at)
  const login = new URL(at.appUrl).username
  const groups = ['platform', 'tenant', 'queue'].map((group) => login.replace(/app$/, group))
  await asAdmin(at.ownerUrl, (owner) =>
    owner.query(
      `drop role ${login}; create role ${login}; revoke ${groups[1]} from ${role};
       revoke ${[role, groups[2]].join(', ')} from ${new URL(at.ownerUrl).username}`,
    ),
  )
  await expect(served(at)).rejects.toMatchObject({ code: '28P01' })
  await migrateAll(at)
  expect(await served(at)).toMatchObject(servedAs(at))
})

async function idOf({ appUrl }: Installation): Promise<string> {
  const pool = patientPool(appUrl, { max: 1 })
  onTestFinished(() => pool.end())
  const entity = await withPlatform(pool, (trx) => findEntity(trx, { subdomain: 'bestari' }))
  return entity!.id
}

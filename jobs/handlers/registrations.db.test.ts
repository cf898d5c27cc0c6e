import { type Insertable, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { addDays, addMonths } from '#app/domain/core/dates.ts'
import { keyringOf, open, seal } from '#app/domain/core/secrets.ts'
import { chipConfig } from '#app/domain/payments/chip/account.ts'
import { endLapsed, failApproval } from '#app/domain/platform/registrations/change-registration.ts'
import { payFee } from '#app/domain/platform/registrations/registration-fee.ts'
import { refuseSubdomainTaken } from '#app/domain/platform/registrations/subdomain-free.ts'
import { environment } from '#app/environment.ts'
import { newId } from '#db/id.ts'
import { asOwner } from '#db/owner.ts'
import type { DB } from '#db/types.ts'
import { readWithTenant, withPlatform } from '#db/with-tenant.ts'
import { next, type Trx } from '#tests/support/database/factories.ts'
import {
  entityRegistration,
  hiddenPackage,
  registrationFee,
} from '#tests/support/database/registration-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { letIn } from './registrations.ts'

type Given = Partial<Insertable<DB['platform.entity_registration']>>

const today = '2026-04-15'
const ring = keyringOf(environment.appKey)
const yesterday = new Date(Date.now() - 86_400_000)

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})

const platform = <R>(work: (trx: Trx) => Promise<R>) => withPlatform(tenant.database.pool, work)
const asked = (given: Given = {}) =>
  platform((trx) =>
    entityRegistration(trx, { approval_asked_at: new Date(), approved_by: newId(), ...given }),
  )
const rowOf = (id: string) =>
  platform((trx) =>
    trx.selectFrom('platform.entity_registration').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
const entityOf = (subdomain: string) =>
  platform((trx) =>
    trx.selectFrom('platform.entity').selectAll().where('subdomain', '=', subdomain).executeTakeFirst(),
  )
const subscriptionOf = (entity_id: string) =>
  platform((trx) =>
    trx
      .selectFrom('platform.subscription')
      .selectAll()
      .where('entity_id', '=', entity_id)
      .executeTakeFirstOrThrow(),
  )
/** As the job does; `dies` before the transaction is over. */
const make = (id: string, dies = false) =>
  asOwner(tenant.database.ownerUrl, (owner) =>
    owner.transaction().execute(async (trx) => {
      const made = await letIn(trx, { appUser: 'lunas_app', ring, today }, id)
      if (dies) throw new Error('killed')
      return made
    }),
  )

describe('making an organisation', () => {
  test('that is killed on its way leaves nothing, and the next try makes it whole', async () => {
    const { id, subdomain } = await asked()
    await expect(make(id, true)).rejects.toThrow('killed')
    expect(await entityOf(subdomain)).toBeUndefined()
    expect(await rowOf(id)).toMatchObject({ status: 'pending', entity_id: null })
    const made = await make(id)
    expect(await rowOf(id)).toMatchObject({ status: 'approved', entity_id: made })
    expect(await make(id)).toBeUndefined()
  })

  test.each([
    ['whose disk is full', `raise exception 'no space left' using errcode = 'disk_full'`],
    ['that restarts', 'perform pg_terminate_backend(pg_backend_pid())'],
  ])('on a database %s leaves nothing half made, and the next try makes it whole', async (_, breaks) => {
    const { id, subdomain } = await asked()
    const asOperator = (text: string) =>
      asOwner(tenant.database.ownerUrl, (owner) => sql.raw(text).execute(owner))
    // The subscription is written last, when role, schema, tables and people are there.
    await asOperator(
      `create function platform.break_down() returns trigger language plpgsql as $$ begin ${breaks}; return new; end $$;
       create trigger break_down before insert on platform.subscription for each row execute function platform.break_down()`,
    )
    await expect(make(id)).rejects.toThrow(/no space left|terminat|closed/)
    await asOperator('drop function platform.break_down cascade')
    const { rows } = await asOperator(
      `select nspname as left_over from pg_namespace where nspname like 't_${subdomain.replaceAll('-', '_')}_%'
       union all select rolname from pg_roles where rolname like '%t_${subdomain.replaceAll('-', '_')}_%'
       union all select subdomain from platform.entity where subdomain = '${subdomain}'`,
    )
    expect(rows).toEqual([])
    expect(await rowOf(id)).toMatchObject({ status: 'pending', entity_id: null })
    const again = await make(id)
    expect(await rowOf(id)).toMatchObject({ status: 'approved', entity_id: again })
  })

  test('is not for one that nobody has approved, or that was rejected meanwhile', async () => {
    const unasked = await platform((trx) => entityRegistration(trx))
    const rejected = await asked({ status: 'rejected' })
    for (const { id, subdomain } of [unasked, rejected]) {
      expect(await make(id)).toBeUndefined()
      expect(await entityOf(subdomain)).toBeUndefined()
    }
  })

  test('that had given up and is started again says no more that it could not be', async () => {
    const { id } = await asked()
    await platform((trx) => failApproval(trx, id, 'unexpected'))
    expect((await rowOf(id)).approval_fault).toBe('unexpected')
    await make(id)
    expect(await rowOf(id)).toMatchObject({ status: 'approved', approval_fault: null })
  })

  test('whose domain another one has goes on without it', async () => {
    const custom_domain = `sekolah-${next()}.example.my`
    const [first, second] = [await asked({ custom_domain }), await asked({ custom_domain })]
    await make(first.id)
    await make(second.id)
    expect(await entityOf(first.subdomain)).toMatchObject({ custom_domain, custom_domain_status: 'pending' })
    expect(await entityOf(second.subdomain)).toMatchObject({
      ...{ custom_domain: null, custom_domain_status: 'not_set', status: 'active' },
    })
  })

  test('seals its secrets anew, for its own rows, and writes none of them into a log', async () => {
    const id = newId()
    const sealed = (column: string, secret: string) =>
      seal(ring, { place: 'platform', table: 'entity_registration', column, row: id }, secret)
    const { subdomain } = await asked({
      ...{ id, smtp_host: 'mel.pusat.test', smtp_port: 587, smtp_sender_email: 'kami@pusat.test' },
      smtp_password_sealed: sealed('smtp_password_sealed', 'rahsia-mel'),
      gateway_brand_id: 'jenama-7',
      gateway_secret_sealed: sealed('gateway_secret_sealed', 'rahsia-kunci'),
    })
    await make(id)
    const entity = (await entityOf(subdomain))!
    const cell = { place: 'platform', table: 'entity', column: 'smtp_password_sealed', row: entity.id }
    expect(open(ring, cell, entity.smtp_password_sealed!)).toBe('rahsia-mel')
    const place = { schema: entity.schema_name, role: entity.role_name }
    const own = await readWithTenant(tenant.database.pool, place, async (db) => ({
      chip: await chipConfig(db, { keys: { ring, place: entity.schema_name }, url: '' }),
      log: await db.selectFrom('audit_log').selectAll().execute(),
    }))
    expect(own.chip).toMatchObject({ brandId: 'jenama-7', secretKey: 'rahsia-kunci', keyOf: 'live' })
    const log = await platform((trx) => trx.selectFrom('platform.audit_log').selectAll().execute())
    const told = JSON.stringify([log, own.log])
    for (const secret of ['rahsia', '514000012345', entity.smtp_password_sealed!, 'account_number_sealed'])
      expect(told).not.toContain(secret)
  })
})

test('while it is being made its time does not run out and nobody else gets its address', async () => {
  const making = await asked({ reserved_until: yesterday })
  const failed = await asked({ reserved_until: yesterday, approval_fault: 'unexpected' })
  await platform((trx) => registrationFee(trx, failed))
  await expect(platform((trx) => refuseSubdomainTaken(trx, making.subdomain))).rejects.toThrow(
    'duplicate.subdomain',
  )
  await platform(endLapsed)
  expect((await rowOf(making.id)).status).toBe('pending')
  expect((await rowOf(failed.id)).status).toBe('rejected')
  expect(await make(making.id)).toBeDefined()
})

test('one that owes nothing waits, and keeps its subdomain, however long nobody decides', async () => {
  const free = await platform((trx) => entityRegistration(trx, { reserved_until: yesterday }))
  await platform(endLapsed)
  expect((await rowOf(free.id)).status).toBe('pending')
  await expect(platform((trx) => refuseSubdomainTaken(trx, free.subdomain))).rejects.toThrow(
    'duplicate.subdomain',
  )
})

test('whose fee was not paid in time is told so, and another may have its subdomain', async () => {
  const late = await platform((trx) =>
    entityRegistration(trx, { reserved_until: yesterday, subdomain: `lewat-membayar-${next()}` }),
  )
  const fee = await platform((trx) => registrationFee(trx, late))
  expect(await platform(endLapsed)).toBe(1)
  expect(await rowOf(late.id)).toMatchObject({
    ...{ status: 'rejected', decided_by: null, reject_reason: null },
  })
  const kept = await platform((trx) =>
    Promise.all([
      trx
        .selectFrom('platform.platform_invoice')
        .select('status')
        .where('id', '=', fee.id)
        .executeTakeFirst(),
      trx.selectFrom('platform.audit_log').select('action').where('object_id', '=', late.id).execute(),
      trx
        .selectFrom('platform.outbox')
        .select('name')
        .where(sql<boolean>`payload ->> 'registration_id' = ${late.id}`)
        .execute(),
      refuseSubdomainTaken(trx, late.subdomain),
    ]),
  )
  expect(kept.slice(0, 3)).toEqual([
    { status: 'cancelled' },
    [{ action: 'registration.rejected' }],
    [{ name: 'registration.rejected' }],
  ])
})

test('its time does not run out while its fee is written down', async () => {
  const row = await platform((trx) => entityRegistration(trx, { reserved_until: yesterday }))
  await platform((trx) => registrationFee(trx, row))
  await platform(async (trx) => {
    await payFee(trx, systemActor, row.id, { paid_on: today, reference: 'TT 2', version: 1 }, today)
    // It does not wait, and leaves this one alone.
    expect(await platform(endLapsed)).toBe(0)
  })
  await platform(endLapsed)
  expect((await rowOf(row.id)).status).toBe('pending')
})

test('one that tries it and pays has its year and its credit from then on', async () => {
  const { id: package_id } = await platform((trx) => hiddenPackage(trx, { trial_days: 14 }))
  const { id } = await asked({ package_id })
  await platform((trx) => registrationFee(trx, { id, package_id }))
  const entity_id = (await make(id))!
  expect(await subscriptionOf(entity_id)).toMatchObject({
    ...{ status: 'trial', credit: 0, expires_on: addDays(today, 14) },
  })
  const { version } = await platform((trx) =>
    trx
      .selectFrom('platform.platform_invoice')
      .select('version')
      .where('registration_id', '=', id)
      .executeTakeFirstOrThrow(),
  )
  const paid = { paid_on: today, reference: 'TT 1', version }
  await platform((trx) => payFee(trx, systemActor, id, paid, today))
  expect(await subscriptionOf(entity_id)).toMatchObject({
    ...{ status: 'active', credit: 500, expires_on: addMonths(addDays(today, 14), 12) },
  })
})

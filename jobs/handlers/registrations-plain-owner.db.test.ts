import { beforeAll, expect, test } from 'vitest'
import { environment } from '#app/environment.ts'
import { findEntity } from '#app/server/routing/site.ts'
import { newId } from '#db/id.ts'
import { withPlatform, withTenant } from '#db/with-tenant.ts'
import { provisionRegistration } from '#jobs/handlers/registrations.ts'
import { patientPool } from '#tests/support/database/database.ts'
import type { Trx } from '#tests/support/database/factories.ts'
import { type Installation, installation } from '#tests/support/database/installation.ts'
import {
  entityRegistration,
  hiddenPackage,
  registrationFee,
} from '#tests/support/database/registration-factories.ts'
import { asAdmin, migrateAll } from '#tests/support/database/template.ts'

let at: Installation
beforeAll(async () => {
  at = await installation('approving')
  await migrateAll(at)
})

/** Work of the product, by its own login, which owns nothing. */
async function product<R>(work: (pool: ReturnType<typeof patientPool>) => Promise<R>): Promise<R> {
  const pool = patientPool(at.appUrl, { max: 2 })
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}
const platform = <R>(work: (trx: Trx) => Promise<R>) => product((pool) => withPlatform(pool, work))

/** As the worker does, with an owner that a managed Postgres gives. */
const provision = (registration_id: string) =>
  product((pool) => {
    const tools = {
      job: { id: newId(), name: 'registration.provision', attempt: 1, attempts: 1, cutOff: false },
      withPlatform: (work: (trx: Trx) => Promise<unknown>) => withPlatform(pool, work),
      environment: { ...environment, databaseUrl: at.ownerUrl, appDatabaseUrl: at.appUrl },
    } as unknown as Parameters<typeof provisionRegistration>[1]
    return provisionRegistration({ registration_id }, tools)
  })

const approved = (subdomain: string) =>
  platform(async (trx) => {
    const sold = await hiddenPackage(trx, { yearly_fee_sen: 480_00 })
    const row = await entityRegistration(trx, {
      ...{ package_id: sold.id, approval_asked_at: new Date(), approved_by: newId(), subdomain },
      custom_domain: `${subdomain}.edu.test`,
    })
    await registrationFee(trx, row, { status: 'paid', paid_on: '2026-01-06', method: 'bank_transfer' })
    return row
  })

test('an owner who is no superuser makes the organisations that operators approve, and the product serves them', async () => {
  const { rows } = await asAdmin(at.ownerUrl, (owner) =>
    owner.query('select rolsuper, rolbypassrls from pg_roles where rolname = current_user'),
  )
  expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false }])

  for (const subdomain of ['melati-satu', 'kenanga-dua']) {
    const { id, contact_email } = await approved(subdomain)
    await provision(id)
    const [registration, entity, told] = await platform(async (trx) => [
      await trx
        .selectFrom('platform.entity_registration')
        .select(['status', 'approval_fault', 'entity_id'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
      await findEntity(trx, { subdomain }),
      await trx
        .selectFrom('platform.subscription as held')
        .innerJoin('platform.entity', 'platform.entity.id', 'held.entity_id')
        .select('held.status')
        .where('subdomain', '=', subdomain)
        .execute(),
    ])
    expect(registration).toEqual({ status: 'approved', approval_fault: null, entity_id: entity!.id })
    expect(told).toEqual([{ status: 'active' }])

    // Its own role reads its place and asks for jobs; the invitation of its first owner waits.
    const inside = await product((pool) =>
      withTenant(pool, entity!.place, async (trx) => ({
        accounts: await trx.selectFrom('user_account').select('email').execute(),
        options: await trx.selectFrom('payment_option').select('code').execute(),
      })),
    )
    expect(inside.accounts).toEqual([{ email: contact_email }])
    expect(inside.options.length).toBeGreaterThan(0)
  }
  const invitations = await platform((trx) =>
    trx
      .selectFrom('platform.outbox')
      .select('entity_id')
      .where('name', '=', 'registration.approved')
      .execute(),
  )
  expect(new Set(invitations.map(({ entity_id }) => entity_id)).size).toBe(2)
})

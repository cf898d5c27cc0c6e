import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enqueueAnchors, enqueueSeals, savedAnchor, setAnchorMail } from '#app/domain/audit/seals/anchor.ts'
import { lastSeal, readAnchorCode } from '#app/domain/audit/seals/seal.ts'
import { logOf } from '#app/domain/audit/seals/test-support.ts'
import { systemActor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { anchorLog, sealAudit } from './audit.ts'

let tenant: Tenant
beforeAll(databaseForMany)

beforeEach(async () => {
  tenant = await freshTenant()
})

/** Writes a row and has Postgres count it at once; a busy connection would tell a second later. */
const written = () =>
  tenant.write(async (trx) => {
    await record(trx, systemActor, 'category.edited', { type: 'category', id: null })
    await sql`select pg_stat_force_next_flush()`.execute(trx)
  })
const onPlatform = <R>(work: Parameters<typeof withPlatform<R>>[1]) =>
  withPlatform(tenant.database.pool, work)
const asked = (name: string) =>
  onPlatform((trx) =>
    trx
      .selectFrom('platform.outbox')
      .select('payload')
      .where('entity_id', '=', tenant.place.id)
      .where('name', '=', name)
      .execute(),
  )

describe('the watch over all logs', () => {
  test('asks for a seal where something was written, and never where nothing was', async () => {
    await onPlatform(enqueueSeals)
    const before = (await asked('audit.seal')).length
    for (let n = 0; n < 3; n++) await onPlatform(enqueueSeals)
    expect((await asked('audit.seal')).length).toBe(before)
    await written()
    await onPlatform(enqueueSeals)
    expect((await asked('audit.seal')).length).toBe(before + 1)
    await onPlatform(enqueueSeals)
    expect((await asked('audit.seal')).length).toBe(before + 1)
  })

  test('asks for an anchor once for all that was written since the last', async () => {
    await written()
    await onPlatform(enqueueSeals)
    await onPlatform(enqueueAnchors)
    await onPlatform(enqueueAnchors)
    expect(await asked('audit.anchor')).toHaveLength(1)
    await written()
    await onPlatform(enqueueSeals)
    await onPlatform(enqueueAnchors)
    expect(await asked('audit.anchor')).toHaveLength(2)
  })
})

test('a seal is put beside the files, so that a log cut off at its end is found', async () => {
  const log = logOf(tenant)
  await log.fill(1_500)
  const tools = jobTools(tenant, 'audit.seal')
  await sealAudit({}, tools)
  const kept = await savedAnchor(tools.files)
  expect(kept).toEqual(await tenant.read(lastSeal))
  await log.tamper('delete from audit_seal where number = 2')
  expect((await log.verify([kept!])).findings).toEqual([{ kind: 'anchor_missing', seal: 2 }])
})

describe('the anchor of a day', () => {
  test('is kept as a file of that day and mailed to each active superadmin', async () => {
    const superadmin = await tenant.actor('superadmin')
    await tenant.actor('admin')
    await logOf(tenant).write(2)
    const tools = jobTools(tenant, 'audit.anchor')
    await anchorLog({}, tools)
    // as after a worker that died when it had asked for them
    await anchorLog({}, tools)
    const last = (await tenant.read(lastSeal))!
    const mails = await asked('audit.mail')
    expect(mails.map(({ payload }) => payload)).toEqual([{ user_id: superadmin.id, ...last }])
    const today = currentDay()
    const file = await tools.files.get(`audit/${today}.txt`)
    expect(readAnchorCode(file.toString())).toEqual(last)
  })

  test('is mailed to nobody when the organisation does not want it', async () => {
    const superadmin = await tenant.actor('superadmin')
    await tenant.write((trx) => setAnchorMail(trx, superadmin, false))
    await anchorLog({}, jobTools(tenant, 'audit.anchor'))
    expect(await asked('audit.mail')).toEqual([])
  })
})

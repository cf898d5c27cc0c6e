import type { Transaction } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OperatorRole } from '#app/domain/core/access/operator-access.ts'
import { type Actor, systemActor } from '#app/domain/core/actor.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { writeIssuer } from '#app/domain/platform/platform-invoices/issuer.ts'
import type { Payload } from '#app/outbox/catalogue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { writeEntityLog } from '#jobs/handlers/audit.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { insert, student } from '#tests/support/database/factories.ts'
import { besides } from '#tests/support/database/locks.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { platform as at } from '#tests/support/product/renewals.ts'
import {
  activateEntity,
  deactivateEntity,
  editEntityByOperator,
  entityEditForm,
  entityStatusForm,
  writeEntityNote,
} from './change-entity.ts'
import { entityNotes, moneyOfEntity, sizeOfEntity } from './find-entities.ts'

let tenant: Tenant
let owner: Actor
const reason = 'Tidak menjawab sejak tiga bulan'

beforeAll(databaseForMany)

beforeEach(async () => {
  tenant = await freshTenant()
  owner = {
    ...systemActor,
    ...{ type: 'operator', id: newId(), name: 'Puan Pemilik', operator_role: 'owner', request_id: newId() },
  }
})

const platform: <R>(work: Parameters<typeof at<R>>[1]) => Promise<R> = (work) => at(tenant, work)
const row = () =>
  platform((trx) =>
    trx.selectFrom('platform.entity').selectAll().where('id', '=', tenant.place.id).executeTakeFirstOrThrow(),
  )
const here = async () => ({ id: tenant.place.id, version: (await row()).version })
const close = async () => {
  const found = await here()
  return platform((trx) => deactivateEntity(trx, owner, found, reason))
}
const open = async () => {
  const found = await here()
  return platform((trx) => activateEntity(trx, owner, found))
}
const logged = (action: string) =>
  platform((trx) =>
    trx
      .selectFrom('platform.audit_log')
      .select(['actor_name', 'entity_id', 'before', 'after'])
      .where('action', '=', action)
      .where('object_id', '=', tenant.place.id)
      .execute(),
  )

describe('an organisation that is closed', () => {
  test('keeps the reason, says so in both logs, and once in its own', async () => {
    expect(await close()).toEqual({ name: tenant.entity.name })
    expect(await row()).toMatchObject({ status: 'inactive', inactive_reason: reason, version: 2 })
    const after = { status: 'inactive', inactive_reason: reason }
    expect(await logged('entity.deactivated')).toMatchObject([
      { actor_name: 'Puan Pemilik', entity_id: tenant.place.id, before: { status: 'active' }, after },
    ])
    const { payload } = await platform((trx) =>
      trx
        .selectFrom('platform.outbox')
        .select('payload')
        .where('name', '=', 'entity.log')
        .where('entity_id', '=', tenant.place.id)
        .executeTakeFirstOrThrow(),
    )
    for (const _ of 'twice')
      await writeEntityLog(payload as Payload<'entity.log'>, jobTools(tenant, 'entity.log'))
    const own = await tenant.read((db) =>
      db
        .selectFrom('audit_log')
        .select(['actor_type', 'actor_id', 'actor_name', 'object_id', 'request_id', 'after'])
        .where('action', '=', 'entity.deactivated')
        .execute(),
    )
    const by = { actor_type: 'operator', actor_id: owner.id, actor_name: 'Puan Pemilik' }
    expect(own).toMatchObject([{ ...by, object_id: tenant.place.id, request_id: owner.request_id, after }])
  })

  test('is closed once, and opened once; opening takes the reason away', async () => {
    const found = await here()
    await close()
    await expect(platform((trx) => deactivateEntity(trx, owner, found, reason))).toRefuse('version_conflict')
    await expect(close()).toRefuse('action_not_allowed')
    await open()
    expect(await row()).toMatchObject({ status: 'active', inactive_reason: null, version: 3 })
    expect(await logged('entity.activated')).toMatchObject([{ before: { inactive_reason: reason } }])
    await expect(open()).toRefuse('action_not_allowed')
  })

  test('of two who close at once one does', async () => {
    const found = await here()
    const both = await Promise.allSettled(
      [1, 2].map(() => platform((trx) => deactivateEntity(trx, owner, found, reason))),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await logged('entity.deactivated')).toHaveLength(1)
  })

  test('needs a reason of ten characters, opening needs none', () => {
    const parsed = (given: object) => entityStatusForm.safeParse({ version: '1', ...given }).success
    expect(parsed({ status: 'inactive' })).toBe(false)
    expect(parsed({ status: 'inactive', inactive_reason: 'x         ' })).toBe(false)
    expect(parsed({ status: 'inactive', inactive_reason: 'x'.repeat(301) })).toBe(false)
    expect(parsed({ status: 'inactive', inactive_reason: reason })).toBe(true)
    expect(parsed({ status: 'active' })).toBe(true)
  })

  test('no database row says otherwise: only what is closed has a reason', async () => {
    const write = (inactive_reason: string) =>
      platform((trx) =>
        trx
          .updateTable('platform.entity')
          .set({ inactive_reason })
          .where('id', '=', tenant.place.id)
          .execute(),
      )
    await expect(write(reason)).rejects.toThrow('entity_inactive_reason_check')
  })
})

describe('an organisation that an operator changes', () => {
  const typed = {
    ...{ name: 'Akademi Baharu', organisation_type: 'school', company_name: 'Akademi Baharu Sdn Bhd' },
    ...{ registration_number: '202001000001', nametag: 'baharu', contact_name: 'Encik Baharu' },
    ...{ contact_phone: '012-345 6789', contact_email: 'Pejabat@Baharu.test' },
    fpx_seller_id: ' SE00012345 ',
  }

  test('is what was typed, an emptied field is empty, and the log has the difference', async () => {
    const { version, id } = await here()
    await platform((trx) =>
      trx.updateTable('platform.entity').set({ licence_no: 'L-1' }).where('id', '=', id).execute(),
    )
    const input = entityEditForm.parse({ ...typed, version })
    await platform((trx) => editEntityByOperator(trx, owner, { id, version }, input))
    expect(await row()).toMatchObject({
      ...{ name: 'Akademi Baharu', organisation_type: 'school', nametag: 'BAHARU', licence_no: null },
      ...{ contact_phone: '+60123456789', contact_email: 'pejabat@baharu.test', version: 2 },
      fpx_seller_id: 'SE00012345',
    })
    const [entry] = await logged('entity.edited')
    expect(entry).toMatchObject({
      before: { licence_no: 'L-1' },
      after: { licence_no: null, nametag: 'BAHARU' },
    })
    expect(entry?.after).not.toHaveProperty('status')
    await expect(platform((trx) => editEntityByOperator(trx, owner, { id, version }, input))).toRefuse(
      'version_conflict',
    )
    const nobody = { id: newId(), version }
    await expect(platform((trx) => editEntityByOperator(trx, owner, nobody, input))).toRefuse(
      'not_found.entity',
    )
  })

  test('is one seller at FPX, which no other organisation is, nor the platform itself', async () => {
    const other = await freshTenant({ fpx_seller_id: 'SE00077701' })
    const { version, id } = await here()
    const as = (fpx_seller_id: string) =>
      platform((trx) =>
        editEntityByOperator(
          trx,
          owner,
          { id, version },
          entityEditForm.parse({ ...typed, fpx_seller_id, version }),
        ),
      ).catch((error) => Promise.reject(asRefusal(error) ?? error))
    const issuer = { name: 'Lunas', rate_bp: 0 }
    await platform((trx) => writeIssuer(trx, owner, { ...issuer, fpx_seller_id: 'SE00077702' }))
    for (const taken of ['SE00077701', 'SE00077702'])
      await expect(as(taken)).rejects.toMatchObject({ code: 'duplicate.seller_id', field: 'fpx_seller_id' })
    expect(await row()).toMatchObject({ fpx_seller_id: null, version })
    await as('SE00077703')
    for (const taken of ['SE00077701', 'SE00077703'])
      await expect(
        platform((trx) => writeIssuer(trx, owner, { ...issuer, fpx_seller_id: taken })),
      ).rejects.toMatchObject({ code: 'duplicate.seller_id', field: 'fpx_seller_id' })
    expect(other.entity.fpx_seller_id).toBe('SE00077701')
  })

  test('is not the seller that the platform becomes at the same moment, whoever is first', async () => {
    const toEntity = (fpx_seller_id: string) => async (trx: Transaction<DB>) => {
      const { version } = await trx
        .selectFrom('platform.entity')
        .select('version')
        .where('id', '=', tenant.place.id)
        .executeTakeFirstOrThrow()
      const input = entityEditForm.parse({ ...typed, fpx_seller_id, version })
      await editEntityByOperator(trx, owner, { id: tenant.place.id, version }, input)
    }
    const toPlatform = (fpx_seller_id: string) => (trx: Transaction<DB>) =>
      writeIssuer(trx, owner, { name: 'Lunas', rate_bp: 0, fpx_seller_id })
    for (const [first, second] of [
      [toEntity('SE00077704'), toPlatform('SE00077704')],
      [toPlatform('SE00077705'), toEntity('SE00077705')],
    ] as const) {
      const answer = await besides(
        tenant,
        (held) => platform((trx) => first(trx).then(held)),
        () => platform(second).catch((error) => Promise.reject(asRefusal(error) ?? error)),
      )
      expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'duplicate.seller_id' } })
    }
  })

  test('stays the seller that it is for who confirms no accounts', async () => {
    const { version, id } = await here()
    const give = (operator_role: OperatorRole, at: number, fpx_seller_id?: string) =>
      platform((trx) =>
        editEntityByOperator(
          trx,
          { ...owner, operator_role },
          { id, version: at },
          entityEditForm.parse({ ...typed, fpx_seller_id, version: at }),
        ),
      )
    await give('owner', version, 'SE00088801')
    await give('support', version + 1)
    await give('support', version + 2, 'SE00088801')
    await expect(give('support', version + 3, 'SE00088802')).toRefuse('action_not_allowed')
    expect(await row()).toMatchObject({ fpx_seller_id: 'SE00088801', version: version + 3 })
    await give('owner', version + 3)
    expect(await row()).toMatchObject({ fpx_seller_id: null })
  })

  test('has its address whole or not at all, and neither account nor subdomain by this form', () => {
    const begun = entityEditForm.safeParse({ ...typed, version: 1, city: 'Kajang' })
    expect(begun.error?.issues.map(({ path }) => path[0])).toEqual(['address_line1', 'state', 'postcode'])
    const more = { subdomain: 'lain', account_number: '1', status: 'inactive' }
    expect(Object.keys(entityEditForm.parse({ ...typed, version: 1, ...more }))).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/subdomain|account|status/)]),
    )
  })
})

test('a note is written once, the newest stands first, and the organisation sees none', async () => {
  const { id } = await here()
  const first = { note_id: newId(), body: 'Telefon, kes 4711' }
  for (const note of [first, first, { note_id: newId(), body: 'Selesai' }])
    await platform((trx) => writeEntityNote(trx, owner, id, note))
  const notes = await platform((trx) => entityNotes(trx, id))
  expect(notes.map(({ body, author }) => [body, author])).toEqual([
    ['Selesai', 'Puan Pemilik'],
    ['Telefon, kes 4711', 'Puan Pemilik'],
  ])
  expect(await logged('entity.noted')).toHaveLength(2)
  await expect(tenant.read((db) => entityNotes(db, id))).rejects.toThrow('permission denied')
})

test('what came in is of this organisation and its month; how many there are is counted in its place', async () => {
  const other = await freshTenant()
  const line = (entity_id: string, collected_on: string, gross_sen: number) =>
    platform((trx) =>
      insert(trx, 'platform.ledger', {
        ...{ id: newId(), entity_id, collection_id: newId(), collected_on, source: 'invoice' },
        ...{ method: 'cash', reference: 'R', gross_sen, net_sen: gross_sen },
      }),
    )
  await line(tenant.place.id, '2026-03-01', 1_000)
  await line(tenant.place.id, '2026-02-28', 50)
  await line(other.place.id, '2026-03-02', 7_777)
  expect(await platform((trx) => moneyOfEntity(trx, tenant.place.id, '2026-03-31'))).toEqual({
    ...{ month: '2026-03-01', month_sen: 1_000, all_sen: 1_050 },
  })
  await tenant.write((trx) => student(trx, { branch_id: tenant.branch.id }))
  expect(await tenant.read(sizeOfEntity)).toMatchObject({ student: 1, branch: 1, last_sign_in: null })
})

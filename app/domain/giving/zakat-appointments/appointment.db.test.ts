import { beforeAll, describe, expect, test } from 'vitest'
import { scopes } from '#app/domain/billing/invoices/test-support.ts'
import { type Actor, systemActor } from '#app/domain/core/actor.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { collectors } from '#app/domain/giving/donation-types/collectors.ts'
import { infaqTypes } from '#app/domain/giving/donation-types/infaq-types.ts'
import { openTypes } from '#app/domain/giving/donation-types/open-types.ts'
import { zakatType, zakatTypes } from '#app/domain/giving/donation-types/zakat-types.ts'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import {
  decideLetter,
  letter,
  zakatType as newType,
  openZakat,
} from '#tests/support/database/giving-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import { standingOf } from './appointment.ts'
import {
  confirmAppointment,
  refuseAppointment,
  submitAppointment,
  warnOfEndingAppointments,
  withdrawAppointment,
} from './change-appointment.ts'
import { appointmentsOf } from './find-appointments.ts'

const today = currentDay()
const inDays = (days: number) => addDays(today, days)
const operator: Actor = {
  ...systemActor,
  type: 'operator',
  id: newId(),
  name: 'Puan Operator',
  operator_role: 'owner',
}
const kept = { storage_key: 'ab/letter.pdf', content_type: 'application/pdf', size_bytes: 1_000 }
const told = {
  ...{ authority: 'Lembaga Zakat Selangor', state: 'Selangor' as const, appointment_no: 'LZS 17' },
  ...{ valid_from: inDays(-1), valid_to: inDays(40), letter: undefined, form_key: undefined },
}
let tenant: Tenant
let admin: Actor
beforeAll(databaseForMany)

beforeAll(async () => {
  tenant = await freshTenant()
  admin = await tenant.actor('admin')
})

const ask = (type_id: string, given: Partial<typeof told> = {}) =>
  tenant.write((trx) => submitAppointment(trx, admin, type_id, { ...told, ...given }, kept, today))
const platform = <R>(work: Parameters<typeof withPlatform<R>>[1]) => withPlatform(tenant.database.pool, work)
const lettersOf = (type_id: string) => tenant.read((db) => appointmentsOf(db, type_id))
const isOpen = async (type_id: string, on = today) =>
  (await tenant.read((db) => openTypes(db, 'zakat', on, 'en'))).some(({ id }) => id === type_id)

describe('a letter of an authority', () => {
  test('opens its kind of zakat when the operator confirms it, until its last day', async () => {
    const { id } = await tenant.write((trx) => newType(trx))
    await ask(id)
    await expect(ask(id)).rejects.toMatchObject({ constraint: 'zakat_appointment_open_key' })
    expect(await isOpen(id)).toBe(false)
    const [row] = await lettersOf(id)
    await platform((trx) => confirmAppointment(trx, operator, row!.id, { version: 1, today }))
    expect([await isOpen(id), await isOpen(id, told.valid_to), await isOpen(id, inDays(41))]).toEqual([
      ...[true, true, false],
    ])
    await expect(platform((trx) => refuseAppointment(trx, operator, row!.id, 'Nombor tidak wujud'))).toRefuse(
      'zakat_appointment.decided',
    )
  })

  test('goes back with a reason, or is taken back, and another may follow', async () => {
    const { id } = await tenant.write((trx) => newType(trx))
    await expect(ask(id, { valid_to: inDays(-1) })).toRefuse('zakat_appointment.over', 'valid_to')
    await ask(id)
    const [first] = await lettersOf(id)
    await platform((trx) => refuseAppointment(trx, operator, first!.id, 'Nombor tidak wujud'))
    await ask(id)
    const [second] = await lettersOf(id)
    await tenant.write((trx) => withdrawAppointment(trx, admin, second!.id))
    await expect(tenant.write((trx) => withdrawAppointment(trx, admin, second!.id))).toRefuse(
      'zakat_appointment.decided',
    )
    expect((await lettersOf(id)).map(({ status }) => status)).toEqual(['withdrawn', 'refused'])
    expect(await isOpen(id)).toBe(false)
  })

  test('is nobody’s but its organisation’s', async () => {
    const other = await freshTenant()
    const { id } = await tenant.write((trx) => letter(trx))
    const boss = await other.actor('superadmin')
    await expect(other.write((trx) => withdrawAppointment(trx, boss, id))).toRefuse(
      'not_found.zakat_appointment',
    )
  })

  test('stands as a list says it, whatever letters there are', async () => {
    const statuses = ['requested', 'confirmed', 'refused', 'withdrawn'] as const
    const spans = [
      [-10, -1],
      [-1, 1],
      [1, 10],
    ] as const
    for (const status of statuses)
      for (const other of statuses)
        for (const [from, to] of spans) {
          const { id } = await tenant.write((trx) => newType(trx))
          const rows = [
            { status: other, valid_from: inDays(-10), valid_to: inDays(-1) },
            { status, valid_from: inDays(from), valid_to: inDays(to) },
          ]
          if (status === 'requested' && other === 'requested') continue
          // What is looked at comes last, since there is one at a time.
          const inOrder = rows.toSorted(
            (a, b) => Number(a.status === 'requested') - Number(b.status === 'requested'),
          )
          for (const { status: decided, ...days } of inOrder) {
            const one = await tenant.write((trx) => letter(trx, { zakat_type_id: id, ...days }))
            if (decided !== 'requested')
              await decideLetter(tenant, one.id, {
                status: decided,
                ...(decided === 'withdrawn' ? { decided_at: null } : {}),
                ...(decided === 'refused' ? { decision_reason: 'Nombor tidak wujud' } : {}),
              })
          }
          const scope = scopes.all(admin)
          const { standing } = await tenant.read((db) => zakatType(db, scope, id))
          expect(standing, JSON.stringify(rows)).toBe(standingOf(rows, today))
        }
  })
})

describe('before a letter ends', () => {
  const watch = (on: string) => platform((trx) => warnOfEndingAppointments(trx, on))
  const asked = async (appointment_id: string) => {
    const rows = await platform((trx) =>
      trx
        .selectFrom('platform.outbox')
        .select('payload')
        .where('name', '=', 'zakat.notify')
        .orderBy('created_at')
        .execute(),
    )
    return rows
      .map(({ payload }) => payload as { appointment_id: string; days: number | null })
      .filter((payload) => payload.appointment_id === appointment_id && payload.days !== null)
      .map(({ days }) => days)
  }

  test('its organisation is told 30, 7 and 1 days before, and when it is over, each once', async () => {
    const own = await freshTenant()
    const days = { valid_from: inDays(-300), valid_to: inDays(100) }
    const { letter: row } = await openZakat(own, {}, days)
    const at = (left: number) => addDays(inDays(100), -left)
    for (const left of [31, 30, 29, 8, 7, 6, 1, 0, -1, -2]) for (const _ of 'twice') await watch(at(left))
    expect(await asked(row.id)).toEqual([30, 7, 1, 0])
  })

  test('only of the last step where some were missed, and not at all where another letter follows', async () => {
    const own = await freshTenant()
    const { letter: missed } = await openZakat(own, {}, { valid_from: inDays(-9), valid_to: inDays(1) })
    const { type, letter: followed } = await openZakat(
      own,
      {},
      { valid_from: inDays(-9), valid_to: inDays(1) },
    )
    const next = await own.write((trx) =>
      letter(trx, { zakat_type_id: type.id, valid_from: inDays(2), valid_to: inDays(400) }),
    )
    await decideLetter(own, next.id)
    await watch(today)
    expect([await asked(missed.id), await asked(followed.id)]).toEqual([[1], []])
  })
})

describe('the main host', () => {
  const names = async (kind: 'infaq' | 'zakat', on = today) =>
    (await platform((trx) => collectors(trx, kind, on, { q: '', page: 1 }))).rows.map(({ name }) => name)
  const given = { version: undefined, form_key: undefined, suggested_sen: [], description: undefined }

  test('knows who collects, as soon as a type is switched on, and not any more when it is off or over', async () => {
    const own = await freshTenant({ name: 'Surau An-Nur' })
    const boss = await own.actor('superadmin')
    const input = {
      ...{
        ...given,
        code: 'A1',
        name: 'Tabung',
        target_sen: undefined,
        opens_on: undefined,
        closes_on: inDays(3),
      },
      ...{ tax_approval_no: undefined, tax_from: undefined, tax_to: undefined },
    }
    const id = await own.write((trx) => infaqTypes.create(trx, boss, input))
    expect(await names('infaq')).toContain('Surau An-Nur')
    expect(await names('infaq', inDays(4))).not.toContain('Surau An-Nur')
    await own.write((trx) => infaqTypes.setStatus(trx, boss, { id, version: 1 }, 'inactive'))
    expect(await names('infaq')).not.toContain('Surau An-Nur')
  })

  test('names who collects zakat only while a letter holds', async () => {
    const own = await freshTenant({ name: 'Masjid Al-Falah' })
    const boss = await own.actor('superadmin')
    const input = {
      ...given,
      code: 'Z1',
      name: 'Fitrah',
      rate_sen: 700,
      opens_on: undefined,
      closes_on: undefined,
    }
    const id = await own.write((trx) => zakatTypes.create(trx, boss, input))
    expect(await names('zakat')).not.toContain('Masjid Al-Falah')
    const days = { zakat_type_id: id, valid_from: inDays(-1), valid_to: inDays(1) }
    await decideLetter(own, (await own.write((trx) => letter(trx, days))).id)
    expect(await names('zakat')).toContain('Masjid Al-Falah')
    expect(await names('zakat', inDays(2))).not.toContain('Masjid Al-Falah')
  })
})

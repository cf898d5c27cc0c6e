import { beforeAll, describe, expect, test } from 'vitest'
import { heldSession, payee } from '#app/domain/classes/pay/test-support.ts'
import type { Role } from '#app/domain/core/access/access.ts'
import { everywhere } from '#app/domain/core/actor.ts'
import { keysOf } from '#app/domain/people/staff/test-support.ts'
import { changePay } from '#app/domain/people/trainers/change-trainer.ts'
import { pay } from '#app/domain/people/trainers/test-support.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'

describe('pay sheets', () => {
  let web: App
  let tenant: Tenant
  /** The trainer who signs in here, and another. */
  let mine: string
  let others: string
  const number = '990012345678'

  const as = (role: Role) => web.signedInAs(tenant, role)
  const html = async (browser: Browser, path: string) => (await browser.get(path)).text()
  const sheetOf = (trainer_id: string) =>
    tenant.read((db) =>
      db
        .selectFrom('pay_sheet')
        .select(['id', 'version', 'status'])
        .where('trainer_id', '=', trainer_id)
        .where('month', '=', '2026-03-01')
        .executeTakeFirstOrThrow(),
    )
  const press = async (browser: Browser, verb: string, trainer_id: string, more = {}) => {
    const { id, version } = await sheetOf(trainer_id)
    return browser.post(`/pay-sheet/${verb}/${id}`, { version: String(version), ...more })
  }

  beforeAll(async () => {
    web = await app()
    tenant = await freshTenant()
    const { id: user_id } = await tenant.actor('trainer')
    const admin = await tenant.actor('admin')
    await tenant.write(async (trx) => {
      const { id } = await trx
        .selectFrom('trainer')
        .select('id')
        .where('user_id', '=', user_id!)
        .executeTakeFirstOrThrow()
      mine = id
      await changePay(
        trx,
        admin,
        everywhere,
        keysOf(tenant),
        id,
        pay({ account_name: '=HYPERLINK("x")', version: 1 }),
      )
      await heldSession(trx, user_id!, { held_on: '2026-03-02', ends: '10:50' })
      const other = await payee(trx)
      others = other.id
      await heldSession(trx, other.user_id, { held_on: '2026-03-02' })
    })
    const office = await as('admin')
    const made = await office.post('/pay-sheet/new', { month: '2026-03' })
    expect(made.headers.get('location')).toBe('/pay-sheet?month=2026-03')
  })

  test('go from the draft to the bank by two people, and to the trainer once approved', async () => {
    const [office, owner, teacher] = [await as('admin'), await as('superadmin'), await as('trainer')]
    const { id } = await sheetOf(mine)
    const view = `/pay-sheet/view/${id}`
    const draft = await html(office, view)
    // 50 minutes at RM45.00 an hour.
    for (const said of ['RM37.50', 'RM45.00 an hour', '50 min', '/session/view/'])
      expect(draft).toContain(said)
    expect((await teacher.get(view)).status).toBe(404)
    expect(await html(teacher, '/pay-sheet')).not.toContain(id)

    await press(office, 'submit', mine)
    expect(await html(office, view)).not.toContain(`/pay-sheet/approve/${id}`)
    expect((await press(office, 'approve', mine)).status).toBe(403)
    const home = await html(owner, '/dashboard')
    expect(home).toContain('pay sheet to approve')
    await press(owner, 'approve', mine)
    expect(await sheetOf(mine)).toMatchObject({ status: 'approved' })

    for (const page of [view, `/pay-sheet/print/${id}`, '/pay-sheet'])
      expect(await html(teacher, page), page).toContain('RM37.50')
    const foreign = await sheetOf(others)
    for (const page of ['view', 'print'])
      expect((await teacher.get(`/pay-sheet/${page}/${foreign.id}`)).status).toBe(404)
    for (const page of [
      '/pay-sheet/print',
      '/pay-sheet/export/csv',
      '/pay-sheet/bank',
      `/pay-sheet/rates/${mine}`,
    ])
      expect((await teacher.get(page)).status, page).toBe(403)

    const file = await office.post('/pay-sheet/bank/file', { month: '2026-03' })
    expect(file.headers.get('content-type')).toContain('text/csv')
    expect(file.headers.get('cache-control')).toBe('no-store')
    const text = await file.text()
    expect(text).toContain(`Maybank,${number},37.50,PAY 202603 `)
    expect(text).toContain(`"'=HYPERLINK(""x"")",Maybank`)
    expect(text.trim().split('\r\n')).toHaveLength(2)

    await press(office, 'pay', mine, { paid_on: '2026-04-03', bank_reference: 'IBG 7781' })
    expect(await html(teacher, view)).toContain('IBG 7781')
  })

  test('keep account numbers off every page, and ask who it is before the file', async () => {
    const office = await as('admin')
    const { id } = await sheetOf(mine)
    for (const page of [
      '/pay-sheet',
      '/pay-sheet/bank',
      `/pay-sheet/view/${id}`,
      `/pay-sheet/view/${id}.data`,
    ])
      expect(await html(office, page), page).not.toMatch(/990012345678|account_number_sealed/)
    await tenant.write((trx) =>
      trx
        .updateTable('session')
        .set({ confirmed_at: new Date(Date.now() - 11 * 60_000) })
        .execute(),
    )
    const asked = await office.post('/pay-sheet/bank/file', { month: '2026-03' })
    expect(await asked.text()).toContain('name="kept_form"')
  })

  test('say on the form what somebody else has changed meanwhile', async () => {
    const office = await as('admin')
    const { id, version } = await sheetOf(others)
    const correct = (at: number) =>
      office.post(`/pay-sheet/correct/${id}`, {
        ...{ amount_sen: '-1.50', reason: 'Perjalanan ke cawangan', version: String(at) },
      })
    expect((await correct(version)).status).toBe(302)
    const stale = await correct(version)
    expect(stale.status).toBe(409)
    const said = await stale.text()
    for (const value of ['RM38.50', 'value="-1.50"', 'Perjalanan ke cawangan']) expect(said).toContain(value)
  })
})

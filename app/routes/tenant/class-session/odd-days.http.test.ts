import { beforeAll, expect, test } from 'vitest'
import { payee } from '#app/domain/classes/pay/test-support.ts'
import { insertAnnouncement } from '#app/domain/messaging/announcements/test-support.ts'
import { student, subject } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'

let web: App
let tenant: Tenant
let owner: Browser
beforeAll(async () => {
  ;[web, tenant] = [await app(), await freshTenant()]
  owner = await web.signedInAs(tenant, 'superadmin')
})

test('forms with odd days and amounts are answered', async () => {
  const { class_id, child, trainer, draft } = await tenant.write(async (trx) => ({
    class_id: (await subject(trx, { branch_id: tenant.branch.id })).id,
    child: (await student(trx, { branch_id: tenant.branch.id })).id,
    trainer: (await payee(trx)).id,
    draft: (await insertAnnouncement(trx)).id,
  }))
  const broken: string[] = []
  const post = async (path: string, fields: Record<string, string>) => {
    const { status } = await owner.post(path, fields)
    if (status >= 500) broken.push(`${status} ${path} ${JSON.stringify(fields)}`)
  }
  for (const day of ['0001-01-01', '9999-12-31', '0000-01-01', '1/1/0001', 'semalam', '']) {
    for (const confirmed of ['', 'on'])
      await post('/session/new', {
        ...{ subject_id: class_id, kind: 'extra', held_on: day, starts: '09:00', ends: '10:00', confirmed },
      })
    await post('/closure/new', { name: 'Cuti', starts_on: day, ends_on: day, sessions: '0' })
    await post(`/leave/new/${child}`, { starts_on: day, ends_on: day, reason: 'Demam panas' })
    await post(`/pay-sheet/rates/${trainer}`, { pay_type: 'hour', rate_sen: '40', starts_on: day })
    await post('/pay-sheet/new', { month: day.slice(0, 7) })
    await post('/pay-sheet/bank/file', { month: day.slice(0, 7) })
    await post(`/announcement/schedule/${draft}`, { on: day, at: '09:00', version: '1' })
  }
  const rates = await tenant.read((db) => db.selectFrom('trainer_rate').select('id').execute())
  for (const { id } of rates)
    for (const ends_on of ['0001-01-01', '9999-12-31'])
      await post(`/pay-sheet/rate/${id}`, { ends_on, version: '1' })
  await post('/session/new', {
    ...{ subject_id: class_id, kind: 'extra', held_on: '2026-11-30', starts: '23:50', ends: '00:10' },
  })
  for (const amount of ['-100', '1e3', '150', '99999999999999999999', '100.001', '\u0000', 'NaN'])
    await post('/message-credit/top-up', { amount })
  expect(broken).toEqual([])
})

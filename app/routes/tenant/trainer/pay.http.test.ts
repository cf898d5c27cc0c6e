import { expect, test } from 'vitest'
import { everywhere } from '#app/domain/core/actor.ts'
import { keysOf } from '#app/domain/people/staff/test-support.ts'
import { changePay } from '#app/domain/people/trainers/pay.ts'
import { openTrainers, pay } from '#app/domain/people/trainers/test-support.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { app } from '#tests/support/product/http.ts'

test('the number of an account never comes back, not with what is wrong either, and is in no log', async () => {
  const web = await app()
  const { tenant, superadmin, create } = await openTrainers()
  const here = await create()
  await tenant.write((trx) => changePay(trx, superadmin, everywhere, keysOf(tenant), here, pay()))
  const browser = await web.signedInAs(tenant, 'admin')
  const path = `/trainer/pay/${here}`
  const fields = fieldsOf(await (await browser.get(path)).text())
  expect(fields).toMatchObject({ bank_name: 'Maybank', account_number: '', pay_rate_sen: '45.00' })
  const wrong = await browser.post(path, { ...fields, account_number: '771122334455', pay_rate_sen: '' })
  expect(wrong.status).toBe(422)
  const html = await wrong.text()
  expect(html).not.toContain('771122334455')
  expect(html).toContain('value="Maybank"')
  expect(html).toContain('it is not shown a second time')
  const saved = await browser.post(path, {
    ...fields,
    account_number: '7711 2233 4455',
    pay_rate_sen: '50',
  })
  expect(saved).toRedirectTo(`/trainer/view/${here}`)
  expect(await (await browser.get(`/trainer/view/${here}`)).text()).toContain('•••• 4455')
  const entry = await tenant.read((db) =>
    db
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'trainer.pay_changed')
      .where('object_id', '=', here)
      .orderBy('position', 'desc')
      .executeTakeFirstOrThrow(),
  )
  const told = await (await browser.get(`/log/audit/view/${entry.id}`)).text()
  for (const word of ['Pay of a trainer changed', 'RM45.00', 'RM50.00', 'replaced'])
    expect(told).toContain(word)
  expect(told).not.toMatch(/7711|4455/)
  expect(JSON.stringify(web.log)).not.toMatch(/7711 ?2233|990012/)
})

import { expect, test } from 'vitest'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays, formatDate } from '#app/domain/core/dates.ts'
import { saveWording } from '#app/domain/payments/reminders/settings.ts'
import { newId } from '#db/id.ts'
import { insert, student } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { app } from '#tests/support/product/http.ts'
import { page } from '#tests/support/product/page.ts'

const today = currentDay()

test('each late family has a message in the organisation’s words, about what is late and nothing else', async () => {
  const [web, tenant] = [await app(), await freshTenant()]
  const admin = await tenant.actor('admin')
  const child = await tenant.write(async (trx) => {
    const row = await student(trx, { name: 'Dania', branch_id: tenant.branch.id })
    const about = { student_id: row.id, payer_parent_id: row.payer!.id, branch_id: tenant.branch.id }
    const issued_on = addDays(today, -60)
    for (const [days, price_sen] of [
      [-40, 12_000],
      [-5, 3_000],
      [5, 900],
    ] as const)
      await invoice(trx, { ...about, issued_on, due_on: addDays(today, days) }, [{ price_sen }])
    await invoice(trx, { ...about, issued_on, due_on: issued_on, status: 'pending' }, [{ price_sen: 70 }])
    await trx.updateTable('parent').set({ preferred_locale: 'my' }).where('id', '=', row.payer!.id).execute()
    return row
  })
  const clerk = await web.signedInAs(tenant, 'clerk')
  expect(await page(clerk, '/arrears')).toContain('Not contacted yet')
  await tenant.write((trx) =>
    insert(trx, 'reminder', {
      ...{ id: newId(), parent_id: child.payer!.id, day: addDays(today, -15), level: 1, trigger: 'schedule' },
      ...{ state: 'sent', channel: 'email', sent_at: new Date() },
    }),
  )
  const reminded = (await page(clerk, '/arrears')).replaceAll(/<[^>]*>/g, '')
  expect(reminded).toContain(`Reminded on ${formatDate(addDays(today, -15), 'en')} (E-mail)`)
  expect(reminded).not.toContain('Not contacted yet')
  await tenant.write(async (trx) => {
    const { id: created_by } = await tenant.actor('clerk')
    const days = { contacted_on: today, promised_on: today, next_on: addDays(today, 3) }
    const said = { channel: 'phone', said: 'Akan bayar', promised_sen: 5_000, next_step: 'Lawat' }
    const by = { created_by, next_by: created_by }
    await insert(trx, 'family_contact', { id: newId(), parent_id: child.payer!.id, ...days, ...said, ...by })
  })
  const late = await page(clerk, '/arrears')
  // On a phone there is no heading that says what the day is.
  expect(late).toContain('<span class="called">Last contact </span>')
  const told = late.replaceAll(/<[^>]*>/g, '')
  for (const words of ['Promise not due yet', `Next step by ${formatDate(addDays(today, 3), 'en')}`])
    expect(told).toContain(words)
  const message = async () => {
    const html = await page(clerk, '/arrears')
    return decodeURIComponent(/https:\/\/wa\.me\/\d+\?text=([^"]+)/.exec(html)![1]!)
  }
  expect(await message()).toContain('RM150.00')
  expect(await message()).toMatch(/\/invoice\/status\/[a-z2-9]{26}/)
  await tenant.write((trx) =>
    saveWording(trx, admin, {
      ...{ intent: 'save', kind: 'whatsapp', locale: 'my', version: 0 },
      text: 'Salam {parent}: {amount}, {student}',
    }),
  )
  const { name } = await tenant.read((db) =>
    db.selectFrom('parent').select('name').where('id', '=', child.payer!.id).executeTakeFirstOrThrow(),
  )
  expect(await message()).toBe(`Salam ${name}: RM150.00, Dania`)
})

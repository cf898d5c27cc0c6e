import { readFile } from 'node:fs/promises'
import { textOf } from '#tests/support/jobs/pdf.ts'
import { expect, hosts, test } from './fixtures.ts'
import { widerThan } from './own-font.ts'
import { bill, reloadUntil } from './steps/journey.ts'

const school = hosts.tenant('cahaya')
const words = { student: 'pelajar tahfiz', trainer: 'Ustaz/Ustazah', invoice: 'bil' }

test('a tahfiz school looks at its own words, saves them, meets them everywhere and goes back', async ({
  staff,
  person,
}) => {
  const owner = await staff('superadmin', { subdomain: 'cahaya', language: 'ms', width: 360, at: '/setting' })
  await owner.getByRole('link', { name: 'Istilah' }).last().click()
  for (const [noun, word] of Object.entries(words)) await owner.fill(`[name=${noun}_one]`, word)

  await owner.getByRole('button', { name: 'Pratonton' }).click()
  await expect(owner.locator('.samples')).toContainText('Tiada pelajar tahfiz')
  await expect(owner.locator('.samples')).toContainText('Bil')
  await expect(owner.locator('.samples')).not.toContainText('{{')
  await owner.goto(`${school}/invoice`)
  await expect(owner.locator('h1')).toHaveText('Invois')

  await owner.goto(`${school}/setting/label`)
  for (const [noun, word] of Object.entries(words)) await owner.fill(`[name=${noun}_one]`, word)
  await owner.getByRole('button', { name: 'Pratonton' }).click()
  await owner.getByRole('button', { name: 'Simpan' }).first().click()
  await expect(owner.locator('main')).toContainText('Istilah anda telah disimpan.')
  expect(await widerThan(owner, [360])).toEqual([])

  await owner.goto(`${school}/invoice?status=unpaid`)
  await expect(owner.locator('h1')).toHaveText('Bil')
  await expect(owner.locator('nav a[href="/invoice"]').first()).toHaveText(/^Bil( \d+)?$/)
  await expect(owner.locator('thead')).toContainText('Pelajar tahfiz')
  const coming = owner.waitForEvent('download')
  await owner.getByRole('button', { name: 'PDF', exact: true }).click()
  const { text } = await textOf(await readFile(await (await coming).path()))
  // a narrow column breaks the words
  expect(text.replace(/\s+/g, ' ')).toContain('Pelajar tahfiz')

  const trainer = await staff('trainer', { subdomain: 'cahaya', language: 'ms', width: 360 })
  await expect(trainer.locator('body')).toContainText('Ustaz/Ustazah')

  // A payer may read English, so it gets a word as well.
  await owner.goto(`${school}/setting/label?locale=en`)
  await owner.fill('[name=invoice_one]', 'fee note')
  await owner.getByRole('button', { name: 'Simpan' }).last().click()
  const clerk = await staff('clerk', { subdomain: 'cahaya', language: 'ms', at: '/invoice/new' })
  const { number } = await bill(clerk, { price: '12.00' })
  const reader = await person()
  const mail = /Kelas tambahan: RM12\.00/
  await reloadUntil(reader, mail, `${hosts.main}/sandbox/mail`)
  await reader.getByRole('link', { name: mail }).click()
  await expect(reader.locator('main')).toContainText(
    new RegExp(`(Nombor bil|Fee note number):?\\s+${number}`),
  )
  await expect(reader.locator('main')).toContainText(/(Bil anda daripada|Your fee note from) /)

  for (const locale of ['my', 'en']) {
    await owner.goto(`${school}/setting/label?locale=${locale}`)
    await owner.locator('main details.confirm summary').click()
    await owner.locator('main details.confirm button').click()
    await expect(owner.locator('main')).toContainText('Istilah asal digunakan semula.')
  }
  await owner.goto(`${school}/invoice`)
  await expect(owner.locator('h1')).toHaveText('Invois')
})

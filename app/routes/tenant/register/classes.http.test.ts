import { beforeAll, expect, test } from 'vitest'
import { program, subject, subjectFee } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app } from '#tests/support/product/http.ts'

let web: App
let tenant: Tenant
beforeAll(async () => {
  web = await app()
  tenant = await freshTenant()
  await tenant.write(async (trx) => {
    const [language, hidden, old] = [
      await program(trx, { name: 'Bahasa', description: 'Tiga kali seminggu' }),
      await program(trx, { name: 'Khas', public_registration: false }),
      await program(trx, { name: 'Lama', status: 'inactive' }),
    ]
    const { id } = await subject(trx, { name: 'Tatabahasa', program_id: language.id, capacity: 1 })
    await subjectFee(trx, { subject_id: id, amount_sen: 123_45, frequency: 'monthly' })
    await subject(trx, { name: 'Lampau', program_id: language.id, starts_on: '2020-01-06' })
    await subject(trx, { name: 'Kelak', program_id: language.id, starts_on: '2999-01-07' })
    await subject(trx, { name: 'Tertutup', program_id: language.id, registration_open: false })
    await subject(trx, { name: 'Rehat', program_id: language.id, status: 'inactive' })
    await subject(trx, { name: 'Tersembunyi', program_id: hidden.id })
    await subject(trx, { name: 'Usang', program_id: old.id })
    for (let number = 1; number <= 21; number++) await subject(trx, { name: `Kelas ${number}` })
  })
})

test('anybody reads which classes take somebody, of which program, and what they cost', async () => {
  const read = async (query: string) => (await web.visitor(tenant).get(`/register/classes${query}`)).text()
  const found = await read('?q=ta')
  for (const words of ['Bahasa', 'Tiga kali seminggu', 'Tatabahasa', 'RM123.45 a month'])
    expect(found).toContain(words)
  for (const words of ['Tertutup', 'Rehat', 'Tersembunyi', 'Usang', 'Khas', 'Lama'])
    expect(await read(`?q=${words.slice(0, 4)}`)).not.toMatch(new RegExp(`>${words}<`))
  const [first, second] = [await read(''), await read('?page=2')]
  expect(first).toContain('page=2')
  expect(second).toContain('page=1')
  expect(await read('?q=Kelak')).toContain('7 Jan 2999')
  expect(await read('?q=Lampau')).not.toContain('2020')
  expect(await read('?q=nothing')).toContain('No class found')
})

test('a parent is led to them by the page where a child is registered, and staff to their own list', async () => {
  const parent = await web.signedInAs(tenant, 'parent')
  expect(await (await parent.get('/dashboard')).text()).toContain('<a href="/register">Register a child</a>')
  expect(await (await parent.get('/register')).text()).toContain('href="/register/classes"')
  const clerk = await (await (await web.signedInAs(tenant, 'clerk')).get('/dashboard')).text()
  expect(clerk).not.toContain('href="/register"')
  expect(clerk).not.toContain('href="/register/classes"')
})

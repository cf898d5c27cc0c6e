import { expect, hosts, password, test } from './fixtures.ts'
import { reloadUntil } from './steps/journey.ts'

const chosen = 'pulut mangga petang 7'

test('a new colleague is invited by mail, chooses a password and starts work: in Malay, at 360 px, without scripts', {
  tag: '@commit',
}, async ({ staff, person }) => {
  const options = { subdomain: 'cahaya', language: 'ms', width: 360 } as const
  const owner = await staff('superadmin', options)
  await owner.goto(`${hosts.tenant('cahaya')}/staff/new`)
  await owner.fill('[name=name]', 'Cik Norliza binti Harun')
  await owner.check('[name=gender][value=female]')
  await owner.fill('[name=identity_no]', '950314-00-5678')
  await owner.fill('[name=phone]', '019-000 4321')
  await owner.fill('[name=email]', 'norliza.harun@cahaya.test')
  await owner.getByLabel('Kampus Menengah').check()
  await owner.locator('main button[type=submit]').last().click()
  await expect(owner.locator('[role=alert]')).toContainText('Peranan')
  await expect(owner.locator('[name=email]')).toHaveValue('norliza.harun@cahaya.test')
  await owner.check('[name=roles][value=clerk]')
  await owner.locator('main button[type=submit]').last().click()
  await expect(owner).toHaveURL(/\/staff\/view\//)
  await expect(owner.locator('main')).toContainText('950314-**-**78')
  await expect(owner.locator('main')).toContainText('norliza.harun@cahaya.test')

  const reader = await person({ language: 'ms', width: 360 })
  const subject = /Akaun anda di Sekolah Cahaya Murni/
  await reloadUntil(reader, subject, `${hosts.main}/sandbox/mail?q=norliza.harun@cahaya.test`)
  await reader.getByRole('link', { name: subject }).click()
  const link = /http:\S+\/invitation\?token=[\w-]{43}/.exec(await reader.content())![0]
  expect(new URL(link).origin).toBe(hosts.tenant('cahaya'))

  const colleague = await person({ language: 'ms', width: 360 })
  await colleague.goto(link)
  await expect(colleague.locator('h1')).toContainText('Cik Norliza binti Harun')
  await colleague.fill('[name=password]', chosen)
  await colleague.fill('[name=password_confirmation]', `${chosen}8`)
  await colleague.locator('main button[type=submit]').click()
  await expect(colleague.locator('main')).toContainText('Kedua-dua kata laluan tidak sama.')
  await expect(colleague.locator('[name=password]')).toHaveValue('')
  await colleague.fill('[name=password]', chosen)
  await colleague.fill('[name=password_confirmation]', chosen)
  await colleague.locator('main button[type=submit]').click()
  await expect(colleague).toHaveURL(/\/dashboard$/)
  // a browser ignores a press that comes before the page is drawn
  await colleague.waitForLoadState()
  await colleague.locator('header summary').first().click()
  // by their addresses: an organisation calls things as it likes
  await expect(colleague.locator('nav a[href="/invoice"]:visible')).toHaveCount(1)
  await expect(colleague.locator('nav a[href="/staff"]')).toHaveCount(0)

  await colleague.goto(link)
  await expect(colleague.locator('main')).toContainText('Token tidak sah')
})

test('a role that is given counts after the next sign-in, and the old session is over', async ({
  staff,
  person,
}) => {
  const owner = await staff('superadmin')
  const assistant = await staff('class-assistant')
  await owner.goto(`${hosts.tenant('demo')}/staff?role=class-assistant&status=active`)
  await owner.locator('main tbody th a').first().click()
  await owner.locator('main').getByRole('link', { name: 'Roles' }).click()
  await owner.check('[name=roles][value=clerk]')
  await owner.getByRole('button', { name: 'Save roles' }).click()
  await expect(owner.locator('main')).toContainText('Clerk, Class assistant')
  await assistant.reload()
  await expect(assistant).toHaveURL(/\/login/)
  const again = await person()
  await again.goto(`${hosts.tenant('demo')}/login`)
  await again.fill('[name=email]', 'class-assistant@demo.test')
  await again.fill('[name=password]', password)
  await again.locator('main button[type=submit]').click()
  await expect(again.locator('nav').getByRole('link', { name: 'Invoices' })).toBeVisible()

  await owner.locator('main').getByRole('link', { name: 'Roles' }).click()
  await owner.uncheck('[name=roles][value=clerk]')
  await owner.getByRole('button', { name: 'Save roles' }).click()
  await expect(owner.locator('main')).not.toContainText('Clerk, Class assistant')
})

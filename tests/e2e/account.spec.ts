import { expect, hosts, password, test } from './fixtures.ts'
import { widerThan } from './own-font.ts'

const page = (path: string) => hosts.tenant('cahaya') + path
const malay = { subdomain: 'cahaya', language: 'ms', width: 360 } as const

test('a parent changes her profile, sees where she is signed in, and a new password puts the other phone out', async ({
  staff,
  person,
}) => {
  const [phone, other] = [await staff('parent', malay), await staff('parent', malay)]

  await phone.goto(page('/language/my?to=/profile'))
  await expect(phone.locator('html')).toHaveAttribute('lang', 'ms-MY')
  await expect(phone.locator('h1')).toHaveText('Profil')
  await phone.getByRole('link', { name: 'Sunting' }).click()
  await phone.fill('[name=occupation]', 'Jurujahit')
  await phone.fill('[name=home_phone]', '03-5510 1234')
  await phone.selectOption('[name=locale]', 'my')
  await phone.getByRole('button', { name: 'Simpan' }).click()
  await expect(phone.getByRole('status')).toContainText('Profil anda telah disimpan')
  await expect(phone.locator('main')).toContainText('Jurujahit')
  await expect(phone.locator('main')).toContainText('03-5510 1234')

  await phone.getByRole('link', { name: 'Sunting' }).click()
  await phone.getByRole('button', { name: 'Simpan' }).click()
  await expect(phone.getByRole('status')).toContainText('Tiada apa-apa diubah')

  await phone.getByRole('link', { name: 'Sesi', exact: true }).click()
  await expect(phone.locator('main li')).toHaveCount(2)
  await expect(phone.locator('main')).toContainText('Yang ini')
  expect(await widerThan(phone, [360])).toEqual([])

  await phone.goto(page('/profile/password'))
  await phone.fill('[name=current_password]', 'bukan ini')
  await phone.fill('[name=password]', 'bunga raya merah 31')
  await phone.fill('[name=password_confirmation]', 'bunga raya merah 31')
  await phone.getByRole('button', { name: 'Simpan' }).click()
  await expect(phone.locator('[role=alert]')).toContainText(/kata laluan tidak sah/i)
  await expect(phone.locator('[name=password]')).toHaveValue('')
  await phone.fill('[name=current_password]', password)
  await phone.fill('[name=password]', 'bunga raya merah 31')
  await phone.fill('[name=password_confirmation]', 'bunga raya merah 31')
  await phone.getByRole('button', { name: 'Simpan' }).click()
  await expect(phone.getByRole('status')).toContainText('Kata laluan anda telah ditukar')

  await other.goto(page('/profile'))
  await expect(other).toHaveURL(/\/login\?to=%2Fprofile/)
  await expect(other.locator('main')).toContainText('Sesi telah tamat')

  await phone.goto(page('/profile/session'))
  await expect(phone.locator('main li')).toHaveCount(1)
  await phone.getByRole('link', { name: 'Rekod log masuk' }).click()
  await expect(phone.locator('main')).toContainText('Pengesahan diri')

  // The demo's password again, for the stories after this one.
  await phone.goto(page('/profile/password'))
  await phone.fill('[name=current_password]', 'bunga raya merah 31')
  await phone.fill('[name=password]', password)
  await phone.fill('[name=password_confirmation]', password)
  await phone.getByRole('button', { name: 'Simpan' }).click()
  await expect(phone.getByRole('status')).toContainText('Kata laluan anda telah ditukar')
  const fresh = await person({ language: 'ms', width: 360 })
  await fresh.goto(page('/login'))
  await fresh.fill('[name=email]', 'parent@cahaya.test')
  await fresh.fill('[name=password]', password)
  await fresh.locator('main button[type=submit]').first().click()
  await expect(fresh).toHaveURL(/dashboard/)
})

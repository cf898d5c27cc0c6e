import { readFile } from 'node:fs/promises'
import { unzipped } from '#tests/support/jobs/zip.ts'
import { expect, hosts, patience, test } from './fixtures.ts'

test('a parent takes all that the school has on file, and nobody else can open the link', async ({
  staff,
}) => {
  const page = await staff('parent', { width: 360, at: '/profile' })
  await page.getByRole('link', { name: 'Prepare my data' }).click()
  await expect(page).toHaveURL(/\/profile\/data$/)
  await page.getByRole('button', { name: 'Prepare my data' }).click()
  await expect(page).toHaveURL(/\/profile\/data\/view\//)
  const link = page.getByRole('link', { name: /^Download .*\.zip$/ })
  // The page itself asks again, without a script.
  await expect.poll(() => link.count(), patience).toBe(1)
  const coming = page.waitForEvent('download')
  await link.click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^demo-family-\d{4}-\d\d-\d\d\.zip$/)
  const text = unzipped(await readFile(await file.path()))
  expect(text).toContain('"children": [')
  expect(text).toMatch(/INV-\d\d-\d{6}/)
  expect(text).toMatch(/RCP-\d\d-\d{6}/)

  const { pathname } = new URL(page.url())
  const admin = await staff('superadmin')
  const answer = await admin.goto(hosts.tenant('demo') + pathname)
  expect(answer?.status()).toBe(404)
})

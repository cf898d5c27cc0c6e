import { expect, test } from 'vitest'
import { addFile, lockDraft, saveStep } from '#app/domain/platform/registrations/change-draft.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { answers, answersAll, anySubdomain, begins, handsIn } from '#tests/support/product/front.ts'
import { app, type Browser, mainHost } from '#tests/support/product/http.ts'
import { salesPackage } from '#tests/support/product/packages.ts'
import { soaking } from '#tests/support/run/soak.ts'

test('one network begins twenty in an hour, and registers five', async () => {
  const web = await app()
  const database = await testDatabase()
  const packageId = await salesPackage(database, { name: 'Pakej Mawar' })

  /** The same as `answersAll`, without its pages: what they would have kept of each step is written down. */
  async function answersWritten(by: Browser): Promise<string> {
    const base = await begins(by, packageId)
    const code = base.split('/').at(-1)!
    const { ring } = web.services
    const steps = { ...answers, subdomain: { subdomain: anySubdomain() }, connections: {} }
    await withPlatform(database.pool, async (trx) => {
      for (const [step, typed] of Object.entries(steps) as [keyof typeof steps, Record<string, string>][])
        await saveStep(trx, ring, code, { step, typed, locale: 'en' })
      const paper = { kind: 'certificate', name: 'sijil.jpg', content_type: 'image/jpeg' } as const
      const kept = { storage_key: `test/${code}.jpg`, bytes: Buffer.from('x') }
      await addFile(trx, await lockDraft(trx, ring, code), { ...paper, ...kept })
    })
    return base
  }

  const browser = web.visitor(mainHost)
  const ready = soaking ? () => answersAll(browser, packageId) : () => answersWritten(browser)
  const statuses = []
  for (let go = 0; go < 6; go++) statuses.push((await handsIn(browser, await ready())).status)
  expect(statuses).toEqual([302, 302, 302, 302, 302, 429])
  for (let go = 6; go < 20; go++) await begins(browser, packageId)
  expect((await browser.post('/register/organisation/begin', {})).status).toBe(429)
})

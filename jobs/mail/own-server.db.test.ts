import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { keyringOf, seal } from '#app/domain/core/secrets.ts'
import { mostHardErrors } from '#app/domain/organisation/mail-server/mail-server.ts'
import { environment } from '#app/environment.ts'
import { createMailSandbox, type MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import type { Payload } from '#app/outbox/catalogue.ts'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { handlerOf, jobTools } from '#tests/support/jobs/job-tools.ts'
import { lettersTo } from '#tests/support/jobs/mails.ts'
import { mailSettings } from './mail-settings.ts'
import { sendOnce } from './send-letter.ts'

const mailServerFailed = handlerOf('mail_server.failed')

let own: MailSandbox
let platform: MailSandbox
let tenant: Tenant
beforeAll(async () => {
  own = await createMailSandbox({ folder: `${environment.dataDir}/own-mail`, password: 'right' })
  platform = await createMailSandbox({ folder: `${environment.dataDir}/platform-mail` })
})
afterAll(() => Promise.all([own.close(), platform.close()]))
beforeEach(async () => {
  tenant = await freshTenant()
})

const row = () =>
  tenant.read((db) =>
    db
      .selectFrom('platform.entity')
      .select(['smtp_status', 'smtp_hard_errors', 'smtp_failure'])
      .where('id', '=', tenant.place.id)
      .executeTakeFirstOrThrow(),
  )
/** A verified server that wants another password, or the right one. */
const set = (password: 'right' | 'changed') => {
  const cell = { place: 'platform', table: 'entity', column: 'smtp_password_sealed', row: tenant.place.id }
  return withPlatform(tenant.database.pool, (trx) =>
    trx
      .updateTable('platform.entity')
      .set({
        smtp_status: 'verified',
        smtp_host: 'localhost',
        smtp_port: own.smtpPort,
        smtp_username: 'school',
      })
      .set({ smtp_sender_name: 'Tadika Bintang', smtp_sender_email: 'office@school.test' })
      .set({ smtp_password_sealed: seal(keyringOf(environment.appKey), cell, password) })
      .where('id', '=', tenant.place.id)
      .execute(),
  )
}
const toolsOf = (job = {}) =>
  jobTools(tenant, 'receipt.send', {
    settings: {
      ...{ sandbox: true, sandboxPort: own.smtpPort - 1 },
      smtpUrl: `smtp://127.0.0.1:${platform.smtpPort}`,
    },
    job,
  })
async function send(to: string, job = {}) {
  const tools = toolsOf(job)
  const message = { to: { address: to }, subject: 'Resit', text: 'Terima kasih.' }
  return sendOnce(tools, await mailSettings(tools), message)
}
const by = (sandbox: MailSandbox, address: string) =>
  sandbox.mails().filter(({ to }) => to.includes(address)).length
const asked = () =>
  withPlatform(tenant.database.pool, (trx) =>
    trx
      .selectFrom('platform.outbox')
      .select('payload')
      .where('name', '=', 'mail_server.failed')
      .where('entity_id', '=', tenant.place.id)
      .execute(),
  )

test('what a verified server takes goes by it, and what it refuses by the platform’s', async () => {
  await set('right')
  await send('a@ibu.test')
  expect([by(own, 'a@ibu.test'), by(platform, 'a@ibu.test')]).toEqual([1, 0])
  await set('changed')
  const job = { id: newId() }
  expect(await send('b@ibu.test', job)).toBe(true)
  expect(await send('b@ibu.test', job)).toBe(false)
  expect([by(own, 'b@ibu.test'), by(platform, 'b@ibu.test')]).toEqual([0, 1])
  expect(await row()).toEqual({
    ...{ smtp_status: 'verified', smtp_hard_errors: 1, smtp_failure: 'credentials' },
  })
  await set('right')
  await send('c@ibu.test')
  expect(await row()).toEqual({ smtp_status: 'verified', smtp_hard_errors: 0, smtp_failure: null })
})

test('an address that nobody has is the recipient’s own, and counts for nothing', async () => {
  await set('right')
  await expect(send('refuse-d@ibu.test')).rejects.toMatchObject({ failure: 'refused' })
  expect([by(platform, 'refuse-d@ibu.test'), (await row()).smtp_hard_errors]).toEqual([0, 0])
})

test('after ten in a row it has failed, its managers are told once, and the platform’s sends', async () => {
  const chief = await tenant.actor('superadmin')
  await tenant.actor('clerk')
  const { email } = await tenant.read((db) =>
    db.selectFrom('user_account').select('email').where('id', '=', chief.id!).executeTakeFirstOrThrow(),
  )
  await set('changed')
  for (let mail = 1; mail < mostHardErrors; mail++) await send(`e${mail}@ibu.test`)
  expect([(await row()).smtp_status, await asked()]).toEqual(['verified', []])
  // Two at once: one is the tenth, the other finds that it is over.
  await Promise.all([send('f1@ibu.test'), send('f2@ibu.test')])
  expect((await row()).smtp_status).toBe('failed')
  const [job, ...more] = await asked()
  expect([job!.payload, more]).toEqual([{ user_id: chief.id }, []])
  const log = await tenant.read((db) =>
    db.selectFrom('audit_log').select('action').where('action', '=', 'entity.smtp_failed').execute(),
  )
  expect(log).toHaveLength(1)
  await mailServerFailed(job!.payload as Payload<'mail_server.failed'>, toolsOf())
  const [letter] = await lettersTo(platform, email!)
  expect(letter!.plain).toContain('refuses the user name or the password')
  expect(letter!.plain).toContain('/setting/mail')
  await set('right')
  await withPlatform(tenant.database.pool, (trx) =>
    trx
      .updateTable('platform.entity')
      .set({ smtp_status: 'failed' })
      .where('id', '=', tenant.place.id)
      .execute(),
  )
  await send('g@ibu.test')
  expect([by(own, 'g@ibu.test'), by(platform, 'g@ibu.test')]).toEqual([0, 1])
})

import PostalMime from 'postal-mime'
import { beforeAll, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { keyringOf } from '#app/domain/core/secrets.ts'
import { askBankChange } from '#app/domain/organisation/bank-changes/change-bank-change.ts'
import { environment } from '#app/environment.ts'
import { createMailSandbox, type MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import type { Payload } from '#app/outbox/catalogue.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { handlerOf, jobTools } from '#tests/support/jobs/job-tools.ts'
import { setOwnMailServer } from '#tests/support/jobs/own-mail-server.ts'

const mailBank = handlerOf('bank.mail')
const tellBank = handlerOf('bank.notify')

let platformServer: MailSandbox
let ownServer: MailSandbox
let tenant: Tenant

beforeAll(async () => {
  platformServer = await createMailSandbox({ folder: environment.dataDir })
  ownServer = await createMailSandbox({ folder: environment.dataDir })
  tenant = await freshTenant()
  return () => Promise.all([platformServer.close(), ownServer.close()])
})

const mailsAsked = () =>
  withPlatform(tenant.database.pool, (trx) =>
    trx
      .selectFrom('platform.outbox')
      .select('payload')
      .where('name', '=', 'bank.mail')
      .where('entity_id', '=', tenant.entity.id)
      .execute(),
  )

test('who may change the account and the contact are told of it by the platform’s server, without the number', async () => {
  const { id } = await tenant.actor('superadmin')
  await tenant.actor('clerk')
  await tenant.write(async (trx) => {
    const owner = { email: 'pengetua@sekolah.test', locale: 'my' }
    await trx.updateTable('user_account').set(owner).where('id', '=', id).execute()
  })
  // Somebody who got in has set up a server of their own, which would keep these mails to itself.
  await setOwnMailServer(tenant.database.pool, tenant.entity.id, ownServer.smtpPort, {
    contact_name: 'Puan Rohana',
    contact_email: 'pejabat@sekolah.test',
    default_locale: 'en',
  })
  const change_id = await tenant.write((trx) =>
    askBankChange(
      trx,
      { ...systemActor, type: 'user', name: 'Encik Zaki' },
      { entity_id: tenant.entity.id, ring: keyringOf(environment.appKey) },
      { bank_code: 'MB2U0227', account_name: 'Tadika Sinar', account_number: '514000012345' },
      { storage_key: 'ab/letter.pdf', content_type: 'application/pdf', size_bytes: 8 },
    ),
  )
  const settings = { smtpUrl: `smtp://127.0.0.1:${platformServer.smtpPort}` }
  await tellBank({ change_id, moment: 'asked' }, jobTools(tenant, 'bank.notify', { settings }))
  for (const { payload } of await mailsAsked())
    await mailBank(payload as Payload<'bank.mail'>, jobTools(tenant, 'bank.mail', { settings }))

  expect(ownServer.mails()).toEqual([])
  const mails = await Promise.all(
    platformServer.mails().map(async ({ id: mail, to }) => {
      const { text = '' } = await PostalMime.parse((await platformServer.source(mail))!)
      return { to: String(to), text }
    }),
  )
  expect(mails.map(({ to }) => to).sort()).toEqual(['pejabat@sekolah.test', 'pengetua@sekolah.test'])
  for (const { text } of mails) {
    expect(text).toContain('2345')
    expect(text).toContain('Encik Zaki')
    expect(text).not.toContain('514000012345')
  }
  expect(mails.find(({ to }) => to === 'pengetua@sekolah.test')!.text).toContain('Pemegang akaun')
  expect(mails.find(({ to }) => to === 'pejabat@sekolah.test')!.text).toContain('Account holder')
})

import PostalMime from 'postal-mime'
import { beforeAll, expect, test } from 'vitest'
import { environment } from '#app/environment.ts'
import { createMailSandbox, type MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import { writeEntityLog, writeHelpLog } from '#jobs/handlers/audit.ts'
import { helpVisit } from '#tests/support/database/help-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { handlerOf, jobTools } from '#tests/support/jobs/job-tools.ts'
import { platform } from '#tests/support/people/second-factor.ts'

const mailHelp = handlerOf('help.mail')

let server: MailSandbox
let tenant: Tenant

beforeAll(async () => {
  server = await createMailSandbox({ folder: environment.dataDir })
  tenant = await freshTenant()
  return () => server.close()
})

const tools = (name: 'entity.log' | 'help.log' | 'help.mail') =>
  jobTools(tenant, name, { settings: { smtpUrl: `smtp://127.0.0.1:${server.smtpPort}` } })
const told = (id: string) => ({
  object: { type: 'help_visit' as const, id },
  by: { type: 'operator' as const, id: null, name: 'Farah', request_id: null },
  before: null,
  after: { name: 'Farah' },
})

test('what happens on one side is written once into the log of the other', async () => {
  const { id } = await helpVisit({ entity_id: tenant.entity.id })
  const [ownJob, platformJob] = [tools('entity.log'), tools('help.log')]
  for (const _ of 'twice') {
    await writeEntityLog({ ...told(id), action: 'help.left' }, ownJob)
    await writeHelpLog({ ...told(id), action: 'help.ended' }, platformJob)
  }
  const own = await tenant.read((db) =>
    db.selectFrom('audit_log').select(['action', 'actor_name']).where('object_id', '=', id).execute(),
  )
  expect(own).toEqual([{ action: 'help.left', actor_name: 'Farah' }])
  const platforms = await platform((trx) =>
    trx
      .selectFrom('platform.audit_log')
      .select(['action', 'entity_id'])
      .where('object_id', '=', id)
      .execute(),
  )
  expect(platforms).toEqual([{ action: 'help.ended', entity_id: tenant.entity.id }])
})

test('the owners are told that a visit has begun, by the platform’s server and in their language', async () => {
  const owner = await tenant.actor('superadmin')
  await tenant.actor('admin')
  await tenant.write((trx) =>
    trx
      .updateTable('user_account')
      .set({ email: 'pengetua@sekolah.test', locale: 'my' })
      .where('id', '=', owner.id)
      .execute(),
  )
  const { id } = await helpVisit({ entity_id: tenant.entity.id, reason: 'Tiket 4711 <b>segera</b>' })
  const job = tools('entity.log')
  for (const _ of 'twice') await writeEntityLog({ ...told(id), action: 'help.entered' }, job)
  const asked = await platform((trx) =>
    trx.selectFrom('platform.outbox').select('payload').where('name', '=', 'help.mail').execute(),
  )
  expect(asked.map(({ payload }) => payload)).toEqual([{ user_id: owner.id, visit_id: id }])
  await mailHelp({ user_id: owner.id, visit_id: id }, tools('help.mail'))
  const mails = await Promise.all(
    server.mails().map(async ({ id: mail }) => PostalMime.parse((await server.source(mail))!)),
  )
  expect(mails).toHaveLength(1)
  expect(mails[0]!.to?.[0]?.address).toBe('pengetua@sekolah.test')
  expect(mails[0]!.subject).toContain('sedang melihat halaman anda')
  expect(mails[0]!.text).toContain('/setting/help')
  expect(mails[0]!.html).not.toContain('<b>segera')
})

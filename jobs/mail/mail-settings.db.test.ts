import { beforeAll, expect, test } from 'vitest'
import { keyringOf, seal } from '#app/domain/core/secrets.ts'
import { environment } from '#app/environment.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { mailSettings } from './mail-settings.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})

const settingsWith = (changes: Partial<typeof environment> = {}) => {
  const { id, name } = tenant.entity
  const { schema: schema_name, role: role_name, version: schema_version } = tenant.place
  const entity = { id, name, subdomain: 'x', schema_name, role_name, schema_version }
  return mailSettings({ entity, environment: { ...environment, ...changes }, withTenant: tenant.write })
}

async function enter(smtp_status: string) {
  const { pool } = await testDatabase()
  const cell = { place: 'platform', table: 'entity', column: 'smtp_password_sealed', row: tenant.place.id }
  await withPlatform(pool, (trx) =>
    trx
      .updateTable('platform.entity')
      .set({ smtp_status, smtp_host: 'mail.school.test', smtp_port: 587, smtp_username: 'school' })
      .set({ smtp_sender_name: 'Tadika Bintang', smtp_sender_email: 'office@school.test' })
      .set({ smtp_password_sealed: seal(keyringOf(environment.appKey), cell, 'hunter2') })
      .where('id', '=', tenant.place.id)
      .execute(),
  )
}

test("without a server of its own, the platform's with the organisation's name", async () => {
  expect(await settingsWith({ smtpUrl: 'smtp://127.0.0.1:2525' })).toMatchObject({
    server: { host: '127.0.0.1', trusted: true },
    from: { name: tenant.entity.name },
  })
  await expect(settingsWith({ smtpUrl: undefined })).rejects.toThrow('no mail server is set')
})

test('its own server only when its code has come back, with the password opened', async () => {
  await enter('entered')
  expect((await settingsWith({ smtpUrl: 'smtp://127.0.0.1:2525' })).server.trusted).toBe(true)
  await enter('tested')
  expect((await settingsWith({ smtpUrl: 'smtp://127.0.0.1:2525' })).server.trusted).toBe(true)
  await enter('verified')
  expect(await settingsWith({ smtpUrl: undefined })).toEqual({
    server: {
      host: 'mail.school.test',
      port: 587,
      tls: 'upgrade',
      trusted: false,
      login: { user: 'school', password: 'hunter2' },
    },
    from: { name: 'Tadika Bintang', address: 'office@school.test' },
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import { withPlatform } from '#db/with-tenant.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { systemActor } from './actor.ts'
import { record, recordEach, recordOperator } from './audit.ts'

/** Columns and fields of the product that hold what nobody may read again. */
const secrets = [
  ...['password', 'new_password', 'smtp_password', 'password_hash', 'passphrase', 'client_secret'],
  ...['token', 'token_hash', 'session_hash', 'ticket_hash', 'custom_domain_token', 'private_key'],
  ...['account_number_sealed', 'totp_secret_sealed', 'body_mac', 'code_mac', 'code_hash'],
  ...['otp', 'recovery_codes', 'identity_no', 'birth_cert_no'],
]

describe('an entry of a log', () => {
  let tenant: Tenant
  beforeAll(async () => {
    tenant = await freshTenant()
  })

  const typed = Object.fromEntries(secrets.map((name) => [name, `typed ${name}`]))
  const change = { before: typed, after: { name: 'Siti', more: { ...typed, rows: [typed] } } }
  const hidden = Object.fromEntries(secrets.map((name) => [name, '•••']))
  const kept = { before: hidden, after: { name: 'Siti', more: { ...hidden, rows: [hidden] } } }

  test('holds no secret, though whoever wrote it has left none out', async () => {
    const entries = await tenant.write(async (trx) => {
      await record(trx, systemActor, 'staff.edited', { type: 'staff', id: 'one' }, change)
      await recordEach(trx, systemActor, 'staff.edited', { type: 'staff' }, [{ id: 'two', ...change }])
      return trx.selectFrom('audit_log').select(['before', 'after']).execute()
    })
    expect(entries).toEqual([kept, kept])
    const ofPlatform = await withPlatform(tenant.database.pool, async (trx) => {
      await recordOperator(trx, systemActor, 'operator.edited', { type: 'operator', id: 'one' }, change)
      return trx.selectFrom('platform.audit_log').select(['before', 'after']).execute()
    })
    expect(ofPlatform).toEqual([kept])
  })

  test('says of a secret that there was none', async () => {
    const none = { password_hash: null, identity_no: '', token: undefined }
    const entries = await tenant.write(async (trx) => {
      await record(trx, systemActor, 'staff.edited', { type: 'staff', id: 'three' }, { after: none })
      const query = trx.selectFrom('audit_log').select('after').where('object_id', '=', 'three')
      return query.execute()
    })
    expect(entries).toEqual([{ after: { password_hash: null, identity_no: '' } }])
  })
})

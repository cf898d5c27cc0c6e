import { beforeAll, describe, expect, test } from 'vitest'
import { keyringOf } from '#app/domain/core/secrets.ts'
import { makeCertificate } from '#app/integrations/certificates/test-support.ts'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { insert, parent } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { findObligation, saveObligation } from '../obligation/save-obligation.ts'
import {
  removeCertificate,
  removeSetting,
  saveCertificate,
  saveCompany,
  saveConnection,
  saveWorkflow,
} from './change-setting.ts'
import { companyForm } from './company-form.ts'
import { settingEndingLetter } from './ending-letter.ts'
import { warnOfEndings } from './endings.ts'
import { findReadiness } from './find-readiness.ts'
import { findSealedSetting, findSetting, withoutSecrets } from './find-setting.ts'
import { idValueOf, portalCredentials, signerOf } from './secrets.ts'
import { connectionForm, obligationForm, workflowForm } from './setting-forms.ts'

beforeAll(databaseForMany)

const today = '2026-11-29'
const secret = 'first-secret-of-contoh-1234'
const keysOf = ({ place }: Tenant) => ({ ring: keyringOf(Buffer.alloc(32, 7)), place: place.schema })
const versionOf = async (of: Tenant) => (await of.read(findSetting))?.version ?? 0

const company = (of: Tenant, given: Record<string, string> = {}) =>
  of.write(async (trx) =>
    saveCompany(
      trx,
      await of.actor('superadmin'),
      keysOf(of),
      companyForm.parse({
        ...{ name: 'Tadika Contoh Sdn Bhd', tin: 'C1234567890', id_type: 'BRN', id_value: '202001234567' },
        ...{ msic: '85102', address_line1: '1, Jalan Contoh', postcode: '43000', city: 'Kajang' },
        ...{ state_code: '10', phone: '012-345 6789', version: String(await versionOf(of)), ...given },
      }),
    ),
  )
const connection = (of: Tenant, given: Record<string, string> = {}) =>
  of.write(async (trx) =>
    saveConnection(
      trx,
      await of.actor('superadmin'),
      keysOf(of),
      connectionForm.parse({
        ...{ environment: 'sandbox', mode: 'direct', client_id: 'client-of-tadika-contoh', secret },
        ...{ secrets_end_on: '2028-11-29', version: String(await versionOf(of)), ...given },
      }),
      today,
    ),
  )
const workflow = (of: Tenant, given: Record<string, string> = {}) =>
  of.write(async (trx) =>
    saveWorkflow(
      trx,
      await of.actor('superadmin'),
      workflowForm.parse({
        ...{ document_version: '1.0', basis: 'on_paid', auto_submit: 'off', qr_position: 'bottom' },
        ...{ version: String(await versionOf(of)), ...given },
      }),
    ),
  )
const certificate = (of: Tenant, given: Parameters<typeof makeCertificate>[0] = {}) => {
  const { der, pkcs8, certificate } = makeCertificate(given)
  return of.write(async (trx) =>
    saveCertificate(trx, await of.actor('superadmin'), keysOf(of), await versionOf(of), {
      ...{ certificate: der, key: pkcs8, ends_at: certificate.validity.notAfter, serial: '77' },
    }),
  )
}
const setStatus = (of: Tenant, status: string) =>
  of.write((trx) => trx.updateTable('einvoice_setting').set({ status }).execute())
const row = async (of: Tenant) => (await of.read(findSealedSetting))!
const logged = (of: Tenant, action: string) =>
  of.read((db) =>
    db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('action', '=', action)
      .orderBy('id', 'desc')
      .execute(),
  )

describe('the company', () => {
  test('is stored with its number sealed, and the log has what changed and no number', async () => {
    const there = await freshTenant()
    await company(there)
    const first = await row(there)
    expect(first).toMatchObject({ tin: 'C1234567890', msic: '85102', status: 'pending', version: 1 })
    expect(first.activity).toBeTruthy()
    expect(JSON.stringify(first)).not.toContain('202001234567')
    expect(idValueOf(keysOf(there), first)).toBe('202001234567')
    await company(there, { city: 'Bangi', id_value: '' })
    expect(idValueOf(keysOf(there), await row(there))).toBe('202001234567')
    const [last, begun] = await logged(there, 'einvoice_setting.company_saved')
    expect(last).toEqual({ before: { city: 'Kajang' }, after: { city: 'Bangi' } })
    expect(begun!.after).toMatchObject({ tin: 'C1234567890', id_value: 'changed' })
    expect(JSON.stringify(begun)).not.toContain('202001234567')
  })

  test('of another kind of number needs that number, and of another taxpayer a new test', async () => {
    const there = await freshTenant()
    await company(there)
    await connection(there)
    await setStatus(there, 'validated')
    await company(there, { phone: '03-8000 0100' })
    expect((await row(there)).status).toBe('validated')
    await company(there, { tin: 'C2222222220' })
    expect((await row(there)).status).toBe('pending')
    await expect(
      company(there, { id_type: 'NRIC', id_value: '', tin: 'IG12345678901' }),
    ).rejects.toMatchObject({
      ...{ code: 'input.required', field: 'id_value' },
    })
  })

  test('saved over a newer version is refused', async () => {
    const there = await freshTenant()
    await company(there)
    await expect(company(there, { version: '0' })).rejects.toMatchObject({ code: 'version_conflict' })
  })
})

describe('the connection', () => {
  test('keeps its secrets sealed, by row, and out of the log', async () => {
    const [there, other] = [await freshTenant(), await freshTenant()]
    await company(there)
    await connection(there, { second_secret: 'second-secret-of-contoh-5678' })
    const stored = await row(there)
    expect(stored.secrets_at).toBeInstanceOf(Date)
    const credentials = portalCredentials(keysOf(there), stored)!
    expect(credentials.secrets).toEqual([secret, 'second-secret-of-contoh-5678'])
    expect(() => portalCredentials(keysOf(other), stored)).toThrow()
    expect(() => portalCredentials(keysOf(there), { ...stored, id: newId() })).toThrow()
    const log = JSON.stringify(await logged(there, 'einvoice_setting.connection_saved'))
    for (const text of [JSON.stringify(withoutSecrets(stored)), JSON.stringify(stored), log])
      expect(text).not.toMatch(/first-secret|second-secret/)
    expect(JSON.stringify(withoutSecrets(stored))).not.toContain('_sealed')
  })

  test('keeps a secret that is not typed, and wants it again for another client or system', async () => {
    const there = await freshTenant()
    await expect(connection(there, { secret: '' as never })).rejects.toThrow()
    await connection(there, { second_secret: 'second-secret-of-contoh-5678' })
    await connection(there, { secret: undefined as never, secrets_end_on: '2028-12-31' })
    expect(portalCredentials(keysOf(there), await row(there))!.secrets[0]).toBe(secret)
    const again = { code: 'einvoice_setting.secret_again', field: 'secret' }
    const untyped = { secret: undefined as never }
    await expect(
      connection(there, { ...untyped, client_id: 'another-client-of-contoh' }),
    ).rejects.toMatchObject(again)
    await expect(connection(there, { ...untyped, environment: 'production' })).rejects.toMatchObject(again)
    // The second secret of the former client goes with it.
    await connection(there, { client_id: 'another-client-of-contoh' })
    expect(portalCredentials(keysOf(there), await row(there))!.secrets).toEqual([secret])
  })

  test('refuses no secret, the same twice, and secrets that have ended', async () => {
    const there = await freshTenant()
    const refused = (given: Record<string, unknown>, code: string) =>
      expect(connection(there, given as Record<string, string>)).rejects.toMatchObject({ code })
    await refused({ secret: undefined }, 'einvoice_setting.secret_missing')
    await refused({ second_secret: secret }, 'einvoice_setting.secret_twice')
    await refused({ secrets_end_on: today }, 'einvoice_setting.end_past')
  })

  test('that is changed is to be tested anew', async () => {
    const there = await freshTenant()
    await connection(there)
    await setStatus(there, 'validated')
    await connection(there, {
      ...{ mode: 'intermediary', intermediary_name: 'Perantara Contoh Sdn Bhd' },
      ...{ intermediary_tin: 'C5555555550', intermediary_brn: '201901234567' },
    })
    expect(await row(there)).toMatchObject({ status: 'pending', intermediary_tin: 'C5555555550' })
    await connection(there)
    expect(await row(there)).toMatchObject({ mode: 'direct', intermediary_tin: null })
  })
})

describe('the certificate', () => {
  test('signs from its row alone, and is needed for signed documents', async () => {
    const there = await freshTenant()
    await company(there)
    await expect(workflow(there, { document_version: '1.1' })).rejects.toMatchObject({
      code: 'einvoice_setting.certificate_missing',
    })
    await certificate(there)
    await workflow(there, { document_version: '1.1' })
    const stored = await row(there)
    expect(signerOf(keysOf(there), stored)!.key.asymmetricKeyType).toBe('rsa')
    expect(() => signerOf(keysOf(there), { ...stored, id: newId() })).toThrow()
    await there.write(async (trx) =>
      removeCertificate(trx, await there.actor('superadmin'), await versionOf(there)),
    )
    expect(await row(there)).toMatchObject({ certificate: null, document_version: '1.0' })
  })
})

describe('all of it', () => {
  test('is removed with its secrets, but not while documents are under way', async () => {
    const there = await freshTenant()
    await company(there)
    await connection(there)
    const id = newId()
    const document = {
      source: 'self_billed',
      type: '11',
      number: 'SB-1',
      total_sen: 100,
      environment: 'sandbox',
    }
    await there.write((trx) =>
      trx
        .insertInto('einvoice_document')
        .values({ id, ...document })
        .execute(),
    )
    const remove = () =>
      there.write(async (trx) => removeSetting(trx, await there.actor('superadmin'), await versionOf(there)))
    await expect(remove()).rejects.toMatchObject({ code: 'einvoice_setting.under_way' })
    await there.write((trx) => trx.updateTable('einvoice_document').set({ status: 'failed' }).execute())
    await remove()
    expect(await there.read(findSetting)).toBeUndefined()
    expect(await logged(there, 'einvoice_setting.removed')).toHaveLength(1)
  })

  test('first saved by two at once is saved by one', async () => {
    const there = await freshTenant()
    const both = await Promise.allSettled([
      company(there, { version: '0' }),
      company(there, { version: '0' }),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

test('readiness counts what is lacking of fees, families and taxes', async () => {
  const there = await freshTenant()
  const now = new Date(`${today}T04:00:00Z`)
  const lacks = async () => {
    const { lacks } = await there.read((db) => findReadiness(db, keysOf(there), { today, now }))
    return Object.fromEntries(lacks.map(({ check, count }) => [check, count ?? true]))
  }
  await company(there)
  await connection(there)
  await setStatus(there, 'validated')
  expect(await lacks()).toEqual({ obligation: true })
  await there.write(async (trx) => {
    await parent(trx, {})
    await insert(trx, 'fee_category', {
      ...{ id: newId(), code: 'LAIN', name: 'Lain-lain', kind: 'other', einvoice_classification: '004' },
    })
  })
  expect(await lacks()).toMatchObject({ classification: 1, buyers: 1 })
})

describe('the answers', () => {
  const answer = (of: Tenant, given: Record<string, string>, on = today) =>
    of.write(async (trx) =>
      saveObligation(trx, await of.actor('superadmin'), obligationForm.parse({ version: '0', ...given }), on),
    )
  const below = { turnover_band: 'below_1m', turnover_year: '2025' }

  test('say what is owed, and are stored once', async () => {
    const there = await freshTenant()
    await answer(there, below)
    expect(await there.read((db) => findObligation(db, today))).toMatchObject({
      ...{ state: 'exempt', until: '2027-12-31' },
    })
    await expect(answer(there, below)).rejects.toMatchObject({ code: 'version_conflict' })
    await answer(there, { turnover_band: 'to_5m', turnover_year: '2022', version: '1' })
    expect(await there.read((db) => findObligation(db, today))).toMatchObject({ state: 'relaxed' })
    const [last] = await logged(there, 'einvoice_obligation.saved')
    expect(last).toEqual({
      before: { turnover_band: 'below_1m', turnover_year: 2025 },
      after: { turnover_band: 'to_5m', turnover_year: 2022 },
    })
  })

  test('about the future are refused', async () => {
    const there = await freshTenant()
    const refused = (given: Record<string, string>, code: string) =>
      expect(answer(there, given)).rejects.toMatchObject({ code: `einvoice_obligation.${code}` })
    await refused({ ...below, turnover_year: '2026' }, 'year_ahead')
    await refused({ turnover_band: 'to_5m', turnover_year: '2027' }, 'year_ahead')
    await refused({ ...below, started_on: '2026-11-30' }, 'start_ahead')
  })
})

test('managers are warned 60, 30 and 7 days before secrets end and after, each step once', async () => {
  const there = await freshTenant()
  const [owner, admin] = [await there.actor('superadmin'), await there.actor('admin')]
  await there.actor('clerk')
  await connection(there, { secrets_end_on: '2027-03-01' })
  const told = async (on: string) => {
    await there.write((trx) => warnOfEndings(trx, on))
    const rows = await withPlatform(there.database.pool, (trx) =>
      trx
        .deleteFrom('platform.outbox')
        .where('name', '=', 'einvoice_setting.ending')
        .where('entity_id', '=', there.place.id)
        .returning('payload')
        .execute(),
    )
    return rows.map(({ payload }) => (payload as { user_id: string }).user_id).sort()
  }
  const both = [owner.id, admin.id].sort()
  expect(await told('2026-12-30')).toEqual([])
  expect(await told('2026-12-31')).toEqual(both)
  expect(await told('2027-01-20')).toEqual([])
  expect(await told('2027-01-30')).toEqual(both)
  // The worker was away on the seventh day.
  expect(await told('2027-02-25')).toEqual(both)
  expect(await told('2027-03-01')).toEqual([])
  expect(await told('2027-03-02')).toEqual(both)
  expect(await told('2027-03-03')).toEqual([])
  const mailed = (on: string) =>
    there.write((trx) =>
      settingEndingLetter.load(trx, { user_id: owner.id, what: 'secrets', on }, {} as never),
    )
  // By the day of the database the secrets have more than 60 days, or were renewed: nothing to write about.
  expect(await mailed('2027-02-28')).toBeUndefined()
  await connection(there, { secrets_end_on: '2027-04-01' })
  expect(await told('2027-03-03')).toEqual(both)
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Keys } from '#app/domain/core/secrets.ts'
import { sealedIdentity } from '#app/domain/identity/accounts/identity.ts'
import { keysOf } from '#app/domain/people/staff/test-support.ts'
import { portalConfig } from '#app/integrations/myinvois/config.ts'
import { type ServedSandbox, serveSandbox } from '#app/integrations/myinvois/sandbox/test-support.ts'
import { newId } from '#db/id.ts'
import { insert, parent, type Row } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { sealFor } from '../settings/secrets.ts'
import type { PortalTools } from '../submissions/portal-tools.ts'
import { checkParentTin, findParentTin } from './check-parent-tin.ts'
import { tinStateOf } from './tin-answers.ts'
import { uncheckedParents } from './unchecked-parents.ts'

const organisation = {
  tin: 'C9900011110',
  idType: 'BRN',
  idValue: '209901000011',
  name: 'Tadika Contoh',
} as const
const mother = {
  tin: 'IG99000111222',
  idType: 'NRIC',
  idValue: '850101999911',
  name: 'Siti binti Rekaan',
} as const
const client = { clientId: 'client-of-tin-checks', secrets: ['first-secret-of-them'], tin: organisation.tin }

let portal: ServedSandbox
let tenant: Tenant
let keys: Keys
let tools: PortalTools
let setting_id: string

beforeAll(async () => {
  portal = await serveSandbox({
    clients: [client],
    taxpayers: [organisation, mother],
    switches: { limited: false },
  })
  tenant = await freshTenant()
  keys = keysOf(tenant)
  setting_id = newId()
  await tenant.write((trx) =>
    insert(trx, 'einvoice_setting', {
      ...{ id: setting_id, tin: organisation.tin, client_id: client.clientId, status: 'validated' },
      secret_sealed: sealFor(keys, setting_id, 'secret_sealed', client.secrets[0]!),
    }),
  )
  tools = {
    keys,
    write: tenant.write,
    config: (which) => ({
      ...portalConfig({ sandbox: true, sandboxPort: 1, mainHost: 'localhost', secure: false }, which),
      apiUrl: portal.apiUrl,
    }),
    sleep: async () => {},
  }
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.control('calm', {})
  await tenant.write((trx) =>
    trx.updateTable('einvoice_setting').set({ status: 'validated' }).where('id', '=', setting_id).execute(),
  )
})

type Known = { tin?: string | null; number?: string | null; type?: string }

async function someParent({ tin = mother.tin, number = mother.idValue, type = 'nric' }: Known = {}) {
  const id = newId()
  const at = { place: keys.place, table: 'parent' as const, row: id }
  // one number is one parent's, as the index holds
  await tenant.write((trx) =>
    trx.updateTable('parent').set({ identity_no_sealed: null, identity_no_index: null }).execute(),
  )
  return tenant.write((trx) =>
    parent(trx, {
      ...{ id, tin, identity_type: type },
      ...(number ? sealedIdentity(keys.ring, at, number) : {}),
    }),
  ) as Promise<Row<'parent'>>
}

const check = ({ id }: { id: string }, again = false) => checkParentTin(tools, id, { again })
const stateOf = ({ id }: { id: string }) => tenant.read((db) => tinStateOf(db, keys, id))
const calls = async () => (await portal.control('calls')) as { path: string }[]
const asked = async () => (await calls()).filter(({ path }) => path.includes('/taxpayer/validate/')).length

describe('a TIN and an identity number', () => {
  test('that belong together are said to, from then on without asking', async () => {
    const row = await someParent()
    expect(await stateOf(row)).toEqual({ state: 'unasked' })
    expect(await check(row)).toEqual({ kind: 'matches' })
    const before = await asked()
    expect(await check(row)).toEqual({ kind: 'matches' })
    expect(await asked()).toBe(before)
    expect(await stateOf(row)).toEqual({ state: 'matches', checked_at: expect.any(Date) })
    expect(await check(row, true)).toEqual({ kind: 'matches' })
    expect(await asked()).toBe(before + 1)
  })

  test('of two people are said not to belong together', async () => {
    const row = await someParent({ number: '850101999922' })
    expect(await check(row)).toEqual({ kind: 'mismatch' })
    expect(await stateOf(row)).toMatchObject({ state: 'mismatch' })
  })

  test('are asked about once more after thirty days', async () => {
    const row = await someParent()
    await check(row)
    const age = (days: number) =>
      tenant.write((trx) =>
        trx
          .updateTable('einvoice_tin_check')
          .set({ checked_at: new Date(Date.now() - days * 86_400_000) })
          .where('tin', '=', mother.tin)
          .execute(),
      )
    await age(29)
    const before = await asked()
    await check(row)
    expect(await asked()).toBe(before)
    await age(31)
    await check(row)
    expect(await asked()).toBe(before + 1)
  })

  test('are kept without the number', async () => {
    const row = await someParent()
    await check(row)
    const kept = await tenant.read((db) => db.selectFrom('einvoice_tin_check').selectAll().execute())
    expect(JSON.stringify(kept)).not.toContain(mother.idValue)
    expect(kept.some(({ tin, matches }) => tin === mother.tin && matches)).toBe(true)
  })
})

test.each([
  ['a general TIN', { tin: 'EI00000000010' }, { state: 'incomparable' }],
  ['a company’s TIN', { tin: 'C1234567890' }, { state: 'incomparable' }],
  ['no identity number', { number: null }, { state: 'incomparable' }],
  ['no TIN', { tin: null }, { state: 'absent', findable: true }],
  ['neither', { tin: null, number: null }, { state: 'absent', findable: false }],
] as const)('with %s the portal is not asked', async (_, known, state) => {
  const row = await someParent(known)
  const before = (await calls()).length
  expect(await check(row, true)).toEqual({ kind: 'nothing' })
  expect((await calls()).length).toBe(before)
  expect(await stateOf(row)).toEqual(state)
})

test('while the portal fails, nothing is known and nothing is kept', async () => {
  const row = await someParent({ tin: 'IG99000111333' })
  await portal.control('trouble', { kind: 'html403', endpoint: 'validateTin' })
  expect(await check(row)).toMatchObject({ kind: 'unanswered' })
  expect(await stateOf(row)).toEqual({ state: 'unasked' })
})

test('before the connection was tested nobody is asked, and nothing is shown', async () => {
  const row = await someParent()
  await tenant.write((trx) =>
    trx.updateTable('einvoice_setting').set({ status: 'failed' }).where('id', '=', setting_id).execute(),
  )
  expect(await check(row)).toEqual({ kind: 'nothing' })
  expect(await stateOf(row)).toBeUndefined()
})

test('once the portal lets the organisation in, only those are asked about who never were', async () => {
  const checked = await someParent()
  await check(checked)
  const fresh = await someParent({ tin: 'IG99000111444', number: '850101999933' })
  const ids = (await tenant.read(uncheckedParents)).map(({ id }) => id)
  expect(ids).toContain(fresh.id)
  expect(ids).not.toContain(checked.id)
})

describe('the TIN of somebody without one', () => {
  const find = async ({ id, version }: { id: string; version: number }) =>
    findParentTin(tools, await tenant.actor('clerk'), { id, version })
  const tinOf = async ({ id }: { id: string }) =>
    tenant.read((db) => db.selectFrom('parent').select('tin').where('id', '=', id).executeTakeFirstOrThrow())

  test('is entered where the portal knows exactly one, and counts as checked', async () => {
    const row = await someParent({ tin: null })
    expect(await find(row)).toEqual({ kind: 'found', tin: mother.tin })
    expect(await tinOf(row)).toEqual({ tin: mother.tin })
    expect(await stateOf(row)).toMatchObject({ state: 'matches' })
    await expect(find(row)).rejects.toThrow(expect.objectContaining({ code: 'action_not_allowed' }))
  })

  test('is never picked from several', async () => {
    const twice = { idType: 'NRIC', idValue: '850101999944', name: 'Dua TIN' }
    await portal.control('taxpayers', { ...twice, tin: 'IG99000111555' })
    await portal.control('taxpayers', { ...twice, tin: 'IG99000111666' })
    const row = await someParent({ tin: null, number: twice.idValue })
    expect(await find(row)).toEqual({ kind: 'ambiguous' })
    expect(await tinOf(row)).toEqual({ tin: null })
  })

  test('may be unknown to the portal', async () => {
    const row = await someParent({ tin: null, number: '850101999955' })
    expect(await find(row)).toEqual({ kind: 'none' })
    expect(await tinOf(row)).toEqual({ tin: null })
  })

  test('is not entered over what a colleague has saved meanwhile', async () => {
    const row = await someParent({ tin: null })
    await tenant.write((trx) =>
      trx
        .updateTable('parent')
        .set({ version: row.version + 1 })
        .where('id', '=', row.id)
        .execute(),
    )
    await expect(find(row)).rejects.toThrow(expect.objectContaining({ code: 'version_conflict' }))
    expect(await tinOf(row)).toEqual({ tin: null })
  })

  test('is refused while the portal does not answer', async () => {
    const row = await someParent({ tin: null })
    await portal.control('trouble', { kind: 'html403', endpoint: 'searchTin' })
    await expect(find(row)).rejects.toThrow(expect.objectContaining({ code: 'einvoice.tin_failed' }))
  })
})

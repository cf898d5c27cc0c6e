import { beforeAll, expect, test, vi } from 'vitest'
import { saveLabels } from '#app/domain/core/labels/tenant-labels.ts'
import { requestDatabase } from '#db/request-database.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { labelFinder } from './labels.ts'

let alpha: Tenant
let beta: Tenant

/** An organisation that calls its students otherwise. */
async function calling(word: string): Promise<Tenant> {
  const tenant = await freshTenant()
  await rename(tenant, word, 0)
  return tenant
}
async function rename(tenant: Tenant, word: string, version: number) {
  const owner = await tenant.actor('superadmin')
  await tenant.write((trx) => saveLabels(trx, owner, 'my', { student: { one: word } }, version))
}

beforeAll(async () => {
  alpha = await calling('murid')
  beta = await calling('santri')
})

/** As a request of the organisation asks for its words; `reads` counts the requests that needed the database. */
function asking(options?: Parameters<typeof labelFinder>[0]) {
  const finder = labelFinder(options)
  const reads = vi.fn()
  const of = async (tenant: Tenant, version?: number) => {
    const database = requestDatabase(tenant.database.pool, tenant.place)
    const read = () => {
      reads()
      return database.read()
    }
    try {
      return (await finder.of(tenant.place.id, version, read))?.byLocale.my?.student?.one
    } finally {
      await database.close()
    }
  }
  return { of, reads, forget: (tenant: Tenant) => finder.forget(tenant.place.id) }
}

test('each organisation gets its own words, also when their versions are equal', async () => {
  const { of, reads } = asking()
  for (const version of [1, undefined]) {
    expect(await of(alpha, version)).toBe('murid')
    expect(await of(beta, version)).toBe('santri')
  }
  expect(reads).toHaveBeenCalledTimes(2)
})

test('an organisation without own words needs no query', async () => {
  const { of, reads } = asking()
  expect(await of(alpha, 0)).toBeUndefined()
  expect(reads).not.toHaveBeenCalled()
})

test('a session with a newer version gets the new words at once, a guest once the cache is too old', async () => {
  const tenant = await calling('pelajar')
  const [patient, impatient] = [asking(), asking({ rememberMs: -1 })]
  for (const { of } of [patient, impatient]) expect(await of(tenant)).toBe('pelajar')
  await rename(tenant, 'anak didik', 1)
  expect(await patient.of(tenant)).toBe('pelajar')
  expect(await impatient.of(tenant)).toBe('anak didik')
  expect(await patient.of(tenant, 2)).toBe('anak didik')
})

test('a change drops the cached words of its organisation only', async () => {
  const { of, reads, forget } = asking()
  for (const tenant of [alpha, beta]) await of(tenant)
  forget(alpha)
  for (const tenant of [alpha, beta]) await of(tenant)
  expect(reads).toHaveBeenCalledTimes(3)
})

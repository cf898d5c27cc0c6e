import { beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '#app/domain/core/actor.ts'
import { subject } from '#tests/support/database/factories.ts'
import { listed } from '#tests/support/database/lists.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { categories, categoryList } from './categories.ts'
import type { CategoryInput } from './category.ts'

let tenant: Tenant
let admin: Actor
const input = (overrides: Partial<CategoryInput> = {}): CategoryInput => ({
  code: 'L1',
  name: 'Tahap 1',
  kind: 'level',
  min_age: undefined,
  max_age: undefined,
  description: undefined,
  version: undefined,
  form_key: undefined,
  ...overrides,
})

const create = (overrides: Partial<CategoryInput>) =>
  tenant.write((trx) => categories.create(trx, admin, input(overrides)))
const search = (query: Record<string, string>) => listed(tenant, categoryList, query)
beforeAll(async () => {
  tenant = await freshTenant()
  admin = await tenant.actor('admin')
})

describe('the list', () => {
  test('counts the subjects of each, and of all', async () => {
    const id = await create({ code: 'USED' })
    await tenant.write((trx) => subject(trx, { category_id: id, branch_id: tenant.branch.id }))
    expect(await search({ q: 'USED' })).toMatchObject({ total: 1, totals: { subjects: 1 } })
  })

  test('searches, filters, sorts, counts and turns its pages', async () => {
    for (const number of [1, 2, 3, 4, 5]) {
      await create({
        code: `PAGE${number}`,
        name: `Halaman ${6 - number}`,
        kind: number > 3 ? 'age' : 'stream',
      })
    }
    const page = await search({ q: 'page', limit: '2', page: '2', sort: '-code' })
    expect(page).toMatchObject({ total: 5, pages: 3, page: 2 })
    expect(page.rows.map((row) => row.code)).toEqual(['PAGE3', 'PAGE2'])
    expect((await search({ q: 'halaman', sort: 'name' })).rows[0]?.code).toBe('PAGE5')
    expect((await search({ q: 'page', kind: 'age' })).total).toBe(2)
    expect((await search({ q: 'page', limit: '2', page: '99' })).page).toBe(3)
  })

  test('takes wild cards and quotes literally and ignores what it does not know', async () => {
    await create({ code: 'PCT', name: "100%_O'Neil \\ ujian" })
    expect((await search({ q: '100%_' })).total).toBe(1)
    expect((await search({ q: "o'neil \\" })).total).toBe(1)
    expect((await search({ q: 'P_T' })).total).toBe(0)
    expect(
      (await search({ q: 'PCT', sort: 'password', page: '-1', limit: '1000000', kind: 'x' })).total,
    ).toBe(1)
  })
})

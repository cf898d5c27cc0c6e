import { beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '#app/domain/actor.ts'
import { asRefusal } from '#app/domain/refusal.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type CategoryInput, categorySearch } from './category-form.ts'
import { createCategory, editCategory, removeCategory, setCategoryStatus } from './change-category.server.ts'
import { categories, category } from './find-categories.server.ts'

let tenant: Tenant
let admin: Actor
const scope = { scope: 'all', user_id: '', branch_ids: [], parent_id: null } as const
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
  tenant.write((trx) => createCategory(trx, admin, input(overrides)))
const search = (query: Record<string, string>) =>
  tenant.read((db) => categories(db, scope, categorySearch.parse(query)))
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error) => asRefusal(error)?.code ?? String(error),
  )
const audit = (id: string) =>
  tenant.read((db) =>
    db
      .selectFrom('audit_log')
      .select(['action', 'actor_name', 'before', 'after'])
      .where('object_id', '=', id)
      .orderBy('position')
      .execute(),
  )

beforeAll(async () => {
  tenant = await freshTenant()
  admin = await tenant.actor('admin')
})

describe('a category', () => {
  test('is kept with who made it, and the change that followed', async () => {
    const id = await create({ code: 'KEPT', name: 'Awal', min_age: 7, max_age: 9 })
    await tenant.write((trx) =>
      editCategory(trx, admin, { id, version: 1 }, input({ code: 'KEPT', name: 'Akhir', min_age: 7 })),
    )
    const row = await tenant.read((db) => category(db, scope, id))
    expect(row).toMatchObject({ name: 'Akhir', min_age: 7, max_age: null, version: 2, status: 'active' })
    expect(await audit(id)).toMatchObject([
      { action: 'category.created', actor_name: admin.name },
      {
        action: 'category.edited',
        before: { name: 'Awal', max_age: 9 },
        after: { name: 'Akhir', max_age: null },
      },
    ])
  })

  test('has a code that no other has, whatever the case', async () => {
    await create({ code: 'ONCE' })
    expect(await codeOf(create({ code: 'once' }))).toBe('duplicate.category_code')
  })

  test('may take the code of one that was removed', async () => {
    const id = await create({ code: 'FREED' })
    await tenant.write((trx) => removeCategory(trx, admin, { id, version: 1 }))
    expect(await codeOf(create({ code: 'FREED' }))).toBe('accepted')
    expect(await codeOf(tenant.read((db) => category(db, scope, id)))).toBe('not_found.category')
  })

  test('that somebody changed meanwhile is not overwritten', async () => {
    const id = await create({ code: 'LOCK', name: 'Asal' })
    const edits = await Promise.all(
      ['Satu', 'Dua'].map((name) =>
        codeOf(
          tenant.write((trx) => editCategory(trx, admin, { id, version: 1 }, input({ code: 'LOCK', name }))),
        ),
      ),
    )
    expect(edits.toSorted()).toEqual(['accepted', 'version_conflict'])
    expect(await audit(id)).toHaveLength(2)
  })

  test('that subjects use can only be deactivated', async () => {
    const id = await create({ code: 'USED' })
    const { subject } = await import('#tests/support/database/factories.ts')
    await tenant.write((trx) => subject(trx, { category_id: id, branch_id: tenant.branch.id }))
    expect(await codeOf(tenant.write((trx) => removeCategory(trx, admin, { id, version: 1 })))).toBe(
      'category.in_use',
    )
    expect(await tenant.write((trx) => setCategoryStatus(trx, admin, { id, version: 1 }, 'inactive'))).toBe(
      'Tahap 1',
    )
    expect(
      await codeOf(tenant.write((trx) => setCategoryStatus(trx, admin, { id, version: 2 }, 'inactive'))),
    ).toBe('action_not_allowed')
    expect(await search({ q: 'USED' })).toMatchObject({ total: 1, totals: { subjects: 1 } })
  })
})

describe('the list', () => {
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
    expect((await search({ q: '1_0' })).total).toBe(0)
    expect(
      (await search({ q: 'PCT', sort: 'password', page: '-1', limit: '1000000', kind: 'x' })).total,
    ).toBe(1)
  })
})

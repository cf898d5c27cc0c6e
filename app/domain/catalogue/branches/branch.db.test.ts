import { beforeAll, describe, expect, test } from 'vitest'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { insert, student, subject, user } from '#tests/support/database/factories.ts'
import '#tests/support/product/matchers.ts'
import { listed } from '#tests/support/database/lists.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type BranchInput, branchForm } from './branch.ts'
import { branches, branchList, branch as oneBranch } from './branches.ts'

let tenant: Tenant
let admin: Actor
let last = 0
const all = { scope: 'all', user_id: '', branch_ids: [], parent_id: null } as const
const input = (given: object = {}): BranchInput =>
  branchForm.parse({ code: `C${++last}`, name: 'Cawangan Ujian', ...given })

beforeAll(async () => {
  tenant = await freshTenant()
  admin = await tenant.actor('superadmin')
})

const told = <R>(work: Promise<R>) => work.catch((error) => Promise.reject(asRefusal(error) ?? error))
const create = (given: object = {}) => told(tenant.write((trx) => branches.create(trx, admin, input(given))))
const setStatus = (id: string, version: number, status: 'active' | 'inactive', at = tenant) =>
  at.write((trx) => branches.setStatus(trx, admin, { id, version }, status))
const remove = (id: string, version = 1, at = tenant) =>
  at.write((trx) => branches.remove(trx, admin, { id, version }))
const view = (id: string, scope: object = all) => tenant.read((db) => oneBranch(db, scope as typeof all, id))

describe('a branch', () => {
  test('is kept with its address and a phone number that can be dialled', async () => {
    const address = { address_line1: '1 Jalan Ujian', city: 'Ipoh', state: 'Perak', postcode: '30000' }
    const id = await create({ ...address, phone: '05-2000100' })
    expect(await view(id)).toMatchObject({ ...address, phone: '+6052000100', version: 1 })
  })

  test('is the main one alone', async () => {
    await expect(create({ is_hq: true })).toRefuse('duplicate.branch_hq', 'is_hq')
    await tenant.write((trx) =>
      trx.updateTable('branch').set({ is_hq: false }).where('id', '=', tenant.branch.id).execute(),
    )
    await create({ is_hq: true })
  })

  test('the last active one stays, also when the last two go at the same moment', async () => {
    const pair = await freshTenant()
    const other = await pair.write((trx) => branches.create(trx, admin, input()))
    const outcomes = await Promise.allSettled([
      setStatus(pair.branch.id, 1, 'inactive', pair),
      remove(other, 1, pair),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const active = await pair.read((db) =>
      db
        .selectFrom('branch')
        .select('id')
        .where('status', '=', 'active')
        .where('deleted_at', 'is', null)
        .execute(),
    )
    expect(active).toHaveLength(1)
  })
})

test('who sees which: own branches, those of own classes, those of own children', async () => {
  const [one, two, three] = [await create(), await create(), await create()]
  const trainer = await tenant.write(async (trx) => {
    const made = await user(trx, { roles: ['trainer'] })
    const { id: subject_id } = await subject(trx, { branch_id: two })
    await insert(trx, 'subject_trainer', { subject_id, user_id: made.id })
    return made
  })
  const child = await tenant.write((trx) => student(trx, { branch_id: three }))
  const ids = async (scope: Partial<RowScope>) => {
    const page = await listed(tenant, branchList, { limit: '100' }, { scope: { ...all, ...scope } })
    return page.rows.map(({ id }) => id).sort()
  }
  expect(await ids({ scope: 'branch', branch_ids: [one, two] })).toEqual([one, two].sort())
  expect(await ids({ scope: 'class', user_id: trainer.id })).toEqual([two])
  expect(await ids({ scope: 'own', parent_id: child.payer!.id })).toEqual([three])
  expect(await ids({ scope: 'own', parent_id: null })).toEqual([])
  await expect(view(one, { ...all, scope: 'branch', branch_ids: [two] })).toRefuse('not_found.branch')
})

test('an address is told whole or not at all', () => {
  const wrong = (given: object) =>
    branchForm
      .safeParse({ code: 'A', name: 'Cawangan', ...given })
      .error?.issues.map(({ path }) => path.join('.'))
  expect(wrong({})).toBeUndefined()
  expect(wrong({ city: 'Ipoh' })).toEqual(['address_line1', 'state', 'postcode'])
  expect(wrong({ address_line1: 'x', city: 'x', state: 'Atlantis', postcode: '1234' })).toEqual([
    'state',
    'postcode',
  ])
})

import { CompiledQuery, type Kysely } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { scopes } from '#app/domain/billing/invoices/test-support.ts'
import type { Reader } from '#app/domain/core/lists/list.ts'
import type { DB } from '#db/types.ts'
import { demoRing } from '#tests/support/database/demo.ts'
import { branch, parent, student, subject } from '#tests/support/database/factories.ts'
import { reader } from '#tests/support/database/lists.ts'
import { manyPupils } from '#tests/support/database/many-pupils.ts'
import { allocation, invoice, payment } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { onlyHit, searchTenant, shownOfEach, type TenantReaders, typedSearch } from './search.ts'

let tenant: Tenant
let near: Reader
const ids = { payer: '', here: '', there: '', invoice: '', payment: '' }

beforeAll(async () => {
  tenant = await freshTenant()
  await tenant.write(async (trx) => {
    const far = await branch(trx, { name: 'Kajang' })
    const payer = await parent(trx, {
      ...{ name: 'Zulkarnain bin Contoh', phone: '+60123450000', family_code: 'ZX2CONTH' },
    })
    const here = await student(
      trx,
      { name: 'Nur’ain binti D’Cruz', student_no: '269001', branch_id: tenant.branch.id },
      { payer },
    )
    const there = await student(trx, {
      ...{ name: 'Xavierine Ujian', student_no: '269002', branch_id: far.id },
    })
    const bill = await invoice(trx, {
      ...{ student_id: here.id, payer_parent_id: payer.id, branch_id: tenant.branch.id },
      number: 'INV-26-990001',
    })
    const paid = await payment(trx, {
      ...{ number: 'RCP-26-990001', payer_parent_id: payer.id, payer_name: payer.name },
      branch_id: tenant.branch.id,
    })
    await allocation(trx, paid.id, bill.id, 1)
    const seat = await subject(trx, { branch_id: tenant.branch.id })
    await manyPupils(trx, seat.id, 12, 'M')
    Object.assign(ids, {
      payer: payer.id,
      here: here.id,
      there: there.id,
      invoice: bill.id,
      payment: paid.id,
    })
  })
  const clerk = await tenant.actor('clerk')
  near = reader({
    scope: { ...scopes.all(clerk), scope: 'branch', branch_ids: [tenant.branch.id] },
    roles: ['clerk'],
  })
})

const everyKind = (who: Reader): TenantReaders => ({
  family: who,
  student: who,
  parent: who,
  invoice: who,
  payment: who,
})
const search = (q: string, readers = everyKind(reader())) =>
  tenant.read((db) => searchTenant(db, readers, { ring: demoRing, place: tenant.place.schema }, q))
const found = async (q: string, readers?: TenantReaders) =>
  Object.fromEntries((await search(q, readers)).map(({ kind, rows }) => [kind, rows.map(({ open }) => open)]))
const openedBy = async (q: string, readers?: TenantReaders) => onlyHit(await search(q, readers), q)

test.each(['nurain dcruz', "D'Cruz Nur'ain", 'NUR’AIN BT. D CRUZ', 'd’cruz binti nur’ain'])(
  '“%s” finds the student however the name is written',
  async (q) => expect((await found(q)).student).toEqual([ids.here]),
)

test.each(['012-345 0000', '+60 12 345 0000', '0123450000', '6012-3450000'])(
  '“%s” opens the family of that phone',
  async (q) => expect(await openedBy(q)).toEqual({ kind: 'family', open: ids.payer }),
)

test.each([
  ['INV26990001', 'invoice', 'invoice'],
  ['inv-26-990001', 'invoice', 'invoice'],
  ['RCP 26 990001', 'payment', 'payment'],
  ['269001', 'student', 'here'],
  ['zx2conth', 'family', 'payer'],
] as const)('the number %s opens the %s that has it', async (q, kind, id) => {
  expect(await openedBy(q)).toEqual({ kind, open: ids[id] })
})

test('a parent who pays is found once, as the family', async () => {
  const { family, parent } = await found('Zulkarnain')
  expect([family, parent]).toEqual([[ids.payer], undefined])
  const { family: _family, ...others } = everyKind(reader())
  expect((await found('Zulkarnain', others)).parent).toEqual([ids.payer])
})

test('of many the first are shown, with how many there are, and nothing is opened by itself', async () => {
  const groups = await search('Nur Aisyah')
  const { rows, total } = groups.find(({ kind }) => kind === 'student')!
  expect([rows.length, total]).toEqual([shownOfEach, 12])
  expect(onlyHit(groups, 'Nur Aisyah')).toBeUndefined()
})

describe('a reader', () => {
  test('of one branch finds nothing of another', async () => {
    expect(await found('Xavierine', everyKind(near))).toEqual({})
    expect(await openedBy('269002', everyKind(near))).toBeUndefined()
    expect((await found('Xavierine')).student).toEqual([ids.there])
    expect((await found('D’Cruz', everyKind(near))).student).toEqual([ids.here])
  })

  test('finds only kinds of which they may see the list', async () => {
    expect(Object.keys(await found('Zulkarnain', { student: reader() }))).toEqual(['student'])
    expect(await found('INV26990001', { student: reader() })).toEqual({})
  })
})

test.each([
  [null, 'empty'],
  [' \t ', 'empty'],
  ['’', 'short'],
  ['a', 'short'],
  ['--', 'short'],
  ['x'.repeat(200), 'long'],
  ['ab', undefined],
] as const)('the text %j is %s', (given, problem) => {
  expect(typedSearch(given).problem).toBe(problem)
})

test.each(["'; drop table student; --", '%_%\\', '\u0000ab', '<b>ab</b>', '()|&!:*'])(
  'what is typed is only searched for: %j',
  async (given) => {
    const { q, problem } = typedSearch(given)
    if (!problem) expect(await found(q)).toEqual({})
  },
)

test('every kind uses the index of its searches', async () => {
  const plans = await tenant.read(async (db) => {
    // Tables as small as these are read whole, or by any index, where that is allowed.
    for (const way of ['seqscan', 'indexscan', 'indexonlyscan'])
      await db.executeQuery(CompiledQuery.raw(`set local enable_${way} = off`))
    const asked: CompiledQuery[] = []
    const keys = { ring: demoRing, place: tenant.place.schema }
    await searchTenant(noting(db, asked), everyKind(reader()), keys, 'wong hafiz')
    const explain = async ({ sql: text, parameters }: CompiledQuery) =>
      JSON.stringify((await db.executeQuery(CompiledQuery.raw(`explain ${text}`, [...parameters]))).rows)
    return Promise.all(asked.map(explain))
  })
  // Rows and totals of four lists; families have a test of their own.
  expect(plans).toHaveLength(8)
  for (const plan of plans) expect(plan).toMatch(/(student|parent|invoice|payment)_search_idx/)
})

/** The same database; the queries of lists that it runs are noted. */
function noting(db: Kysely<DB>, asked: CompiledQuery[]): Kysely<DB> {
  return new Proxy(db, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      if (name !== 'executeQuery') return value.bind(target)
      return (query: CompiledQuery) => {
        asked.push(query)
        return target.executeQuery(query)
      }
    },
  })
}

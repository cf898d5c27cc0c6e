import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { everywhere } from '#app/domain/core/actor.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { statementOf } from '#app/domain/people/families/statement.ts'
import { asOwner } from '#db/owner.ts'
import { type Busy, busyOffice } from '../test-support.ts'
import { ageingOn } from './ageing.ts'
import { type Equation, equationsOf, rowsOfEquations } from './equations.ts'

let office: Busy
let span: { from: string; to: string }
beforeAll(async () => {
  office = await busyOffice()
  // So that some bills lie before the period, and some in it.
  span = { from: addDays(office.today, -60), to: office.today }
})

const read = () => office.shop.tenant.read((db) => equationsOf(db, span))
const named = (all: readonly Equation[], name: string) => all.find((one) => one.name === name)!

test('all equations of a busy year agree to the sen, and none of them is about nothing', async () => {
  const all = await read()
  expect(all.filter(({ difference_sen }) => difference_sen !== 0)).toEqual([])
  for (const name of ['accounts', 'allocated', 'received', 'reversed', 'net'])
    expect(named(all, name).right_sen, name).not.toBe(0)
  expect(named(all, 'accounts').left.find(({ name }) => name === 'opening')?.sen).toBeGreaterThan(0)
  expect(rowsOfEquations(all).filter(({ term }) => term === 'sums')).toHaveLength(all.length)
})

test('the opening and closing balances are those of all statements, and the ageing is what invoices owe', async () => {
  const { tenant } = office.shop
  let [opening, closing, aged] = [0, 0, 0]
  for (const { payer_parent_id } of office.families) {
    const one = await tenant.read((db) => statementOf(db, everywhere, payer_parent_id, span))
    opening += one.opening_sen
    closing += one.closing_sen
  }
  const accounts = named(await read(), 'accounts')
  expect(accounts.left.find(({ name }) => name === 'opening')?.sen).toBe(opening)
  expect(accounts.right_sen).toBe(closing)
  await tenant.read(async (db) => {
    for await (const rows of ageingOn(db, span.to)) for (const { balance_sen } of rows) aged += balance_sen
  })
  const { owed } = await tenant.read((db) =>
    db
      .selectFrom('invoice')
      .select(sql<number>`sum(balance_sen)::bigint`.as('owed'))
      .where('status', 'not in', ['draft', 'cancelled'])
      .executeTakeFirstOrThrow(),
  )
  expect(aged).toBe(owed)
})

test('a difference of one sen is found, in the equation that it is in', async () => {
  const { tenant } = office.shop
  const change = (sen: number) =>
    asOwner(tenant.database.ownerUrl, (owner) => {
      const book = sql.id(tenant.place.schema, 'collection')
      return sql`update ${book} set gross_sen = gross_sen + ${sen}, net_sen = net_sen + ${sen}
        where id = (select id from ${book} where gross_sen > 0 and source = 'invoice' order by id limit 1)`.execute(
        owner,
      )
    })
  await change(1)
  const all = await read()
  expect(all.filter(({ difference_sen }) => difference_sen !== 0)).toMatchObject([
    { name: 'received', difference_sen: -1 },
  ])
  await change(-1)
})

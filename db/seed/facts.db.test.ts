import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { lineFacts, recalculated, type WrittenLine } from '#app/domain/billing/plan/facts.ts'
import { type Demo, demo, demoSubdomains } from '#tests/support/database/demo.ts'
import { wrongSums } from '#tests/support/database/money.ts'

let seeded: Demo
beforeAll(async () => {
  seeded = await demo()
})

interface Line extends WrittenLine {
  facts: unknown
  has_fee: boolean
}

describe.each(demoSubdomains)('the invoices of %s', (subdomain) => {
  test('come to what their lines say of themselves, of every kind', async () => {
    const lines = (await seeded.rows(
      subdomain,
      sql`select quantity_hundredths, price_sen, discount_sen, tax_sen, amount_sen, facts,
        subject_fee_id is not null as has_fee from invoice_item`,
    )) as Line[]
    const told = lines.filter(({ facts }) => facts !== null)
    expect(told.length).toBe(lines.filter(({ has_fee }) => has_fee).length)
    const all = told.map(({ facts: kept, ...line }) => {
      const facts = lineFacts.parse(kept)
      return { facts, again: recalculated(facts, line) }
    })
    expect(all.filter(({ again }) => !again.agrees)).toEqual([])
    expect(all.some(({ facts }) => facts.share)).toBe(true)
    for (const type of ['sibling', 'staff_child'])
      expect(all.some(({ facts }) => facts.discounts.some((one) => one.type === type))).toBe(true)
  })

  test('lead from their total to their balance, as their pages show it', async () => {
    expect(await seeded.read(subdomain, wrongSums)).toEqual([])
  })

  test('keep each fee from being billed once more', async () => {
    await seeded.none(
      subdomain,
      sql`select item.id from invoice_item as item where subject_fee_id is not null
        and not exists (select from billed_fee where invoice_item_id = item.id)`,
    )
  })
})

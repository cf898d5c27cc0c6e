import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { lineAmount, serviceTax } from '#app/domain/core/money.ts'
import { einvoiceDocument } from '#tests/support/database/einvoice-factories.ts'
import { discount, feeCategory, feeType, type Given, insert } from '#tests/support/database/factories.ts'
import { allocation, creditNote, invoice, payment } from '#tests/support/database/money-factories.ts'
import { buildDocument } from '../document/build-document.ts'
import { checkDocument } from '../document/check-document.ts'
import { type Composed, composeDocuments } from './compose-documents.ts'
import { openSchool, type School } from './test-support.ts'

let school: School
beforeAll(async () => {
  school = await openSchool()
})

const documentOf = (composed: Composed) => {
  if (!('document' in composed)) throw new Error(JSON.stringify(composed))
  return composed.document
}
const stamp = { issuedAt: new Date('2026-11-29T02:00:00Z'), version: '1.0' } as const

/** The row of an invoice, and what is composed from it. */
async function composed(bill: { id: string; number: string | null }) {
  const row = await school.write((trx) =>
    einvoiceDocument(trx, { invoice_id: bill.id, number: bill.number! }),
  )
  return school.compose(row.id)
}

/** What the document says is payable, in ringgit. */
const payable = (one: Composed) => {
  const built = buildDocument({ ...documentOf(one), ...stamp }) as unknown as Record<string, never[]>
  // biome-ignore lint/suspicious/noExplicitAny: the document is a tree of lists
  return (built as any).Invoice[0].LegalMonetaryTotal[0]
}

test('an invoice names seller, buyer, student and fee, and passes every check before sending', async () => {
  const fee = await school.write(async (trx) => {
    const category = await feeCategory(trx, { einvoice_classification: '002' })
    return feeType(trx, { fee_category_id: category.id })
  })
  const bill = await school.bill([
    {
      ...{ price_sen: 12_000, description: 'SPM Matematik, Nov 2026', fee_type_id: fee.id },
      ...{ period_starts_on: '2026-11-01', period_ends_on: '2026-11-30' },
    },
  ])
  const one = await composed(bill)
  const document = documentOf(one)
  expect(document).toMatchObject({
    ...{ type: '01', number: bill.number, currency: 'MYR' },
    supplier: {
      name: 'Tadika Contoh Sdn Bhd',
      tin: 'C1234567890',
      id: { type: 'BRN', value: '202001234567' },
    },
    // without a TIN of her own by her MyKad and the general number
    buyer: { name: 'Aminah binti Contoh', tin: 'EI00000000010', id: { type: 'NRIC' }, phone: '+60123456789' },
    period: { from: '2026-11-01', to: '2026-11-30', frequency: 'Monthly' },
    lines: [
      { description: 'SPM Matematik, Nov 2026 (Nur Alya)', classifications: ['002'], amountSen: 12_000 },
    ],
  })
  expect(checkDocument({ ...document, ...stamp })).toEqual([])
  expect(one).toMatchObject({ notices: [] })
})

test('at half past midnight of 1 December it is still November for the portal, and the months billed stay', async () => {
  const bill = await school.bill([
    { price_sen: 12_000, period_starts_on: '2026-11-01', period_ends_on: '2026-11-30' },
    { price_sen: 12_000, period_starts_on: '2026-12-01', period_ends_on: '2026-12-31' },
  ])
  const document = documentOf(await composed(bill))
  const issuedAt = new Date('2026-12-01T00:30:00+08:00')
  // biome-ignore lint/suspicious/noExplicitAny: the document is a tree of lists
  const [built] = (buildDocument({ ...document, ...stamp, issuedAt }) as any).Invoice
  expect([built.IssueDate[0]._, built.IssueTime[0]._]).toEqual(['2026-11-30', '16:30:00Z'])
  const [period] = built.InvoicePeriod
  expect([period.StartDate[0]._, period.EndDate[0]._]).toEqual(['2026-11-01', '2026-12-31'])
})

test('a parent abroad has the state 17, whatever state is kept of them; at home NA and 00 are no states', async () => {
  const at = async (given: Given<'parent'>) =>
    composed(await school.bill(undefined, {}, await school.family(given)))
  const abroad = { country: 'SG', city: 'Singapore', postcode: '238801' }
  for (const state of ['Johor', '01'])
    expect(documentOf(await at({ ...abroad, state })).buyer.address).toMatchObject({
      ...{ state: '17', country: 'SGP' },
    })
  for (const state of ['NA', '00'])
    expect(await at({ state })).toMatchObject({ faults: [{ step: 'local', code: 'buyer.state' }] })
})

test('a line without a fee type is reported as others, and somebody is told', async () => {
  const one = await composed(await school.bill([{ price_sen: 100 }, { price_sen: 200 }]))
  expect(documentOf(one).lines.map(({ classifications }) => classifications)).toEqual([['022'], ['022']])
  expect(one).toMatchObject({ notices: [{ kind: 'no_fee_type', lines: 2 }] })
})

describe('money', () => {
  const pay = (invoice_id: string, given: Parameters<typeof payment>[1] & { amount_sen: number }) =>
    school.write(async (trx) => {
      const row = await payment(trx, { branch_id: school.tenant.branch.id, ...given })
      await allocation(trx, row.id, invoice_id, given.amount_sen)
      return row
    })

  test('cash of RM31.85 for RM31.83 is payable as it was paid; a card is not rounded', async () => {
    const cash = await school.bill([{ price_sen: 3_183 }])
    await pay(cash.id, { amount_sen: 3_183, rounding_sen: 2 })
    const totals = payable(await composed(cash))
    expect(totals.PayableRoundingAmount[0]._).toBe(0.02)
    expect(totals.PayableAmount[0]._).toBe(31.85)
    const fpx = await school.bill([{ price_sen: 3_183 }])
    await pay(fpx.id, { amount_sen: 3_183, method: 'fpx' })
    const plain = payable(await composed(fpx))
    expect(plain).not.toHaveProperty('PayableRoundingAmount')
    expect(plain.PayableAmount[0]._).toBe(31.83)
  })

  test('the rounding of one payment of two invoices is told once', async () => {
    const of = await school.family()
    const bills = [
      await school.bill([{ price_sen: 1_001 }], {}, of),
      await school.bill([{ price_sen: 1_001 }], {}, of),
    ]
    await school.write(async (trx) => {
      const row = await payment(trx, { branch_id: of.branch_id, amount_sen: 2_002, rounding_sen: -2 })
      for (const { id } of bills) await allocation(trx, row.id, id, 1_001)
    })
    const both = [documentOf(await composed(bills[0]!)), documentOf(await composed(bills[1]!))]
    expect(both.map(({ roundingSen = 0 }) => roundingSen)).toEqual([-2, 0])
  })

  test('an invoice that is paid before it is submitted stays payable in full', async () => {
    const bill = await school.bill([{ price_sen: 50_000 }], { issued_on: '2026-11-10', due_on: '2026-11-30' })
    await pay(bill.id, { amount_sen: 50_000, method: 'bank_transfer', paid_on: '2026-11-12' })
    const one = await composed(bill)
    expect(documentOf(one)).toMatchObject({ paymentMode: '03' })
    expect(documentOf(one)).not.toHaveProperty('prepaid')
    expect(payable(one).PayableAmount[0]._).toBe(500)
  })

  test('a deposit of RM100.00 paid three days before leaves RM400.00; one of RM500.00 is no deposit', async () => {
    const part = await school.bill([{ price_sen: 50_000 }], { issued_on: '2026-11-10', due_on: '2026-11-30' })
    const receipt = await pay(part.id, { amount_sen: 10_000, paid_on: '2026-11-07' })
    const one = await composed(part)
    expect(documentOf(one).prepaid).toEqual({ sen: 10_000, on: '2026-11-07', reference: receipt.number })
    expect(payable(one).PayableAmount[0]._).toBe(400)
    const whole = await school.bill([{ price_sen: 50_000 }], {
      issued_on: '2026-11-10',
      due_on: '2026-11-30',
    })
    await pay(whole.id, { amount_sen: 50_000, paid_on: '2026-11-07' })
    expect(documentOf(await composed(whole))).not.toHaveProperty('prepaid')
  })

  test('a cancelled payment is no payment', async () => {
    const bill = await school.bill([{ price_sen: 50_000 }])
    const row = await pay(bill.id, { amount_sen: 50_000 })
    await school.write((trx) =>
      trx
        .updateTable('payment_allocation')
        .set({ reversed_at: new Date() })
        .where('payment_id', '=', row.id)
        .execute(),
    )
    expect(documentOf(await composed(bill))).not.toHaveProperty('paymentMode')
  })

  test('whatever is billed, the sums are those of the invoice to the sen', async () => {
    const item = fc.record({
      quantity: fc.integer({ min: 1, max: 999 }),
      price: fc.integer({ min: 1, max: 200_000 }),
      off: fc.integer({ min: 0, max: 100 }),
      taxable: fc.boolean(),
    })
    const bills = fc.sample(fc.array(item, { minLength: 1, maxLength: 8 }), { numRuns: 60, seed: 5 })
    const of = await school.family()
    const ids = await school.write(async (trx) => {
      const made: { id: string; total_sen: number; tax_sen: number }[] = []
      for (const items of bills) {
        const lines = items.map(({ quantity, price, off, taxable }) => {
          const gross = lineAmount(quantity, price)
          const discount_sen = Math.floor((gross * off) / 100)
          const amount_sen = gross - discount_sen
          const tax_sen = taxable ? serviceTax(amount_sen, 600) : 0
          return {
            ...{
              quantity_hundredths: quantity,
              price_sen: price,
              discount_sen,
              amount_sen,
              taxable,
              tax_sen,
            },
            ...(discount_sen > 0 ? { discount_reason: 'Adik-beradik' } : {}),
          }
        })
        const sub_total_sen = lines.reduce((sum, { amount_sen }) => sum + amount_sen, 0)
        const tax_total_sen = lines.reduce((sum, { tax_sen }) => sum + tax_sen, 0)
        const total_sen = sub_total_sen + tax_total_sen
        const bill = await invoice(
          trx,
          {
            ...{ student_id: of.student_id, payer_parent_id: of.parent_id, branch_id: of.branch_id },
            ...{ sub_total_sen, tax_total_sen, total_sen, tax_rate_bp: 600 },
          },
          lines,
        )
        const row = await einvoiceDocument(trx, { invoice_id: bill.id, number: bill.number! })
        made.push({ id: row.id, total_sen, tax_sen: tax_total_sen })
      }
      return made
    })
    const all = await school.read((db) =>
      composeDocuments(
        db,
        school.keys,
        ids.map(({ id }) => id),
      ),
    )
    expect(all.size).toBe(60)
    for (const { id, total_sen, tax_sen } of ids) {
      const { lines } = documentOf(all.get(id)!)
      const sum = lines.reduce(
        (total, { amountSen, taxes }) => total + amountSen + (taxes[0]?.taxSen ?? 0),
        0,
      )
      expect(sum).toBe(total_sen)
      expect(lines.reduce((total, { taxes }) => total + (taxes[0]?.taxSen ?? 0), 0)).toBe(tax_sen)
      for (const { subTotalSen, discount, amountSen } of lines)
        expect(subTotalSen - (discount?.sen ?? 0)).toBe(amountSen)
      if (total_sen > 0) expect(payable(all.get(id)!).PayableAmount[0]._).toBe(total_sen / 100)
    }
  })
})

describe('what is not reported', () => {
  const deposit = (refundable: boolean) =>
    school.write(async (trx) => {
      const category = await feeCategory(trx, { kind: 'deposit' })
      return feeType(trx, { fee_category_id: category.id, refundable })
    })

  test('a deposit that is given back is left out, and somebody is told; one that is kept is reported', async () => {
    const [back, kept] = [await deposit(true), await deposit(false)]
    const one = await composed(
      await school.bill([
        { price_sen: 30_000, fee_type_id: back.id },
        { price_sen: 12_000, fee_type_id: kept.id },
      ]),
    )
    expect(documentOf(one).lines.map(({ amountSen }) => amountSen)).toEqual([12_000])
    expect(one).toMatchObject({ notices: [{ kind: 'left_out', lines: 1, sen: 30_000, reason: 'deposit' }] })
  })

  test('nothing but deposits is no document', async () => {
    const one = await composed(
      await school.bill([{ price_sen: 30_000, fee_type_id: (await deposit(true)).id }]),
    )
    expect(one).toMatchObject({ faults: [{ step: 'local', code: 'not_reportable.deposit' }] })
  })

  test('an invoice that was cancelled since is none', async () => {
    const bill = await school.bill()
    await school.write((trx) =>
      trx.updateTable('invoice').set({ status: 'cancelled' }).where('id', '=', bill.id).execute(),
    )
    expect(await composed(bill)).toMatchObject({ faults: [{ code: 'source.cancelled' }] })
  })
})

test('what lacks is told of both sides, with the property that lacks it', async () => {
  const bill = await school.bill(undefined, {}, await school.family({ phone: '+6012', city: null }))
  const one = await composed(bill)
  const codes = 'faults' in one ? one.faults.map(({ code }) => code) : []
  expect(codes).toEqual(expect.arrayContaining(['buyer.phone', 'buyer.city']))
  const bare = await openSchool({ name: null, address_line1: null })
  const lacking = await bare.bill()
  const row = await bare.write((trx) => einvoiceDocument(trx, { invoice_id: lacking.id }))
  const two = await bare.compose(row.id)
  const theirs = 'faults' in two ? two.faults.map(({ code }) => code) : []
  expect(theirs).toEqual(expect.arrayContaining(['supplier.name', 'supplier.address']))
})

describe('a credit note', () => {
  /** RM20.00 of an invoice of RM120.00 with 6 % of tax. */
  async function note(bill: Awaited<ReturnType<School['bill']>>, given: Given<'credit_note'> = {}) {
    return school.write(async (trx) => {
      const row = await creditNote(trx, {
        ...{ invoice_id: bill.id, branch_id: bill.branch_id, sub_total_sen: 2_000, tax_total_sen: 120 },
        ...{ status: 'approved', issued_on: '2026-11-29', number: `CN-${bill.number!.slice(-6)}` },
        ...{ decided_at: new Date(), ...given },
      })
      await insert(trx, 'credit_note_item', {
        ...{ credit_note_id: row.id, invoice_item_id: bill.items[0]!.id, amount_sen: 2_000, tax_sen: 120 },
      })
      await trx.updateTable('invoice').set({ credited_sen: 2_120 }).where('id', '=', bill.id).execute()
      const document = await einvoiceDocument(trx, { credit_note_id: row.id, number: row.number! })
      return { ...row, document_id: document.id }
    })
  }
  const taxed = () =>
    school.bill([{ price_sen: 12_000, tax_sen: 720, taxable: true }], {
      ...{ sub_total_sen: 12_000, tax_total_sen: 720, tax_rate_bp: 600, total_sen: 12_720 },
    })

  test('carries the UUID of the valid original, whatever was refused or cancelled before', async () => {
    const bill = await taxed()
    await school.write(async (trx) => {
      await einvoiceDocument(trx, { invoice_id: bill.id, status: 'cancelled' })
      await einvoiceDocument(trx, {
        invoice_id: bill.id,
        status: 'valid',
        uuid: 'VALID000000000000000000001',
      })
    })
    const one = await school.compose((await note(bill)).document_id)
    expect(documentOf(one)).toMatchObject({
      type: '02',
      originals: [{ number: bill.number, uuid: 'VALID000000000000000000001' }],
      lines: [{ amountSen: 2_000, taxes: [{ type: '02', rateBp: 600, taxSen: 120 }] }],
    })
    expect(checkDocument({ ...documentOf(one), ...stamp })).toEqual([])
  })

  test.each(['queued', 'sending', 'submitted', 'processing', 'invalid', 'failed'])(
    'waits while its original is %s',
    async (status) => {
      const bill = await taxed()
      const original = await school.write((trx) => einvoiceDocument(trx, { invoice_id: bill.id, status }))
      const one = await school.compose((await note(bill)).document_id)
      expect(one).toEqual({ waits: { document_id: original.id, number: bill.number } })
    },
  )

  test('of a cancelled original is stopped', async () => {
    const bill = await taxed()
    await school.write((trx) => einvoiceDocument(trx, { invoice_id: bill.id, status: 'cancelled' }))
    const one = await school.compose((await note(bill)).document_id)
    expect(one).toMatchObject({ faults: [{ step: 'local', code: 'original.cancelled' }] })
  })

  test('of an invoice from before e-invoicing names NA, and somebody is told', async () => {
    const bill = await taxed()
    const one = await school.compose((await note(bill)).document_id)
    expect(documentOf(one).originals).toEqual([{ number: bill.number, uuid: null }])
    expect(one).toMatchObject({
      notices: expect.arrayContaining([{ kind: 'original_not_reported', number: bill.number }]),
    })
  })

  test('that was reversed is none', async () => {
    const bill = await taxed()
    const row = await note(bill, { discount_id: (await school.write((trx) => discount(trx))).id })
    await school.write(async (trx) => {
      await trx
        .updateTable('credit_note')
        .set({ status: 'reversed', reversed_at: new Date() })
        .where('id', '=', row.id)
        .execute()
      await trx.updateTable('invoice').set({ credited_sen: 0 }).where('id', '=', bill.id).execute()
    })
    expect(await school.compose(row.document_id)).toMatchObject({ faults: [{ code: 'source.cancelled' }] })
  })
})

test('an identity number that cannot be opened stops its own document and no other', async () => {
  const [good, bad] = [
    await school.bill(),
    await school.bill(undefined, {}, await school.family({ tin: 'IG10000000010' })),
  ]
  const stranger = await school.read((db) =>
    db
      .selectFrom('parent')
      .select('identity_no_sealed')
      .where('id', '=', good.payer_parent_id)
      .executeTakeFirstOrThrow(),
  )
  await school.write((trx) =>
    trx.updateTable('parent').set(stranger).where('id', '=', bad.payer_parent_id).execute(),
  )
  const [first, second] = await school.write((trx) =>
    Promise.all(
      [good, bad].map(({ id, number }) => einvoiceDocument(trx, { invoice_id: id, number: number! })),
    ),
  )
  const all = await school.read((db) => composeDocuments(db, school.keys, [first!.id, second!.id]))
  expect(all.get(first!.id)).toHaveProperty('document')
  expect(all.get(second!.id)).toMatchObject({ faults: [{ step: 'local', code: 'buyer.id' }] })
})

test('a hundred documents cost as many queries as one', async () => {
  const of = await school.family()
  const ids = await school.write(async (trx) => {
    const made: string[] = []
    for (let n = 0; n < 12; n++) {
      const about = { student_id: of.student_id, payer_parent_id: of.parent_id, branch_id: of.branch_id }
      const bill = await invoice(trx, about, [{ price_sen: 5_000 }])
      made.push((await einvoiceDocument(trx, { invoice_id: bill.id, number: bill.number! })).id)
    }
    return made
  })
  const queries = (some: readonly string[]) =>
    school.read(async (db) => {
      let count = 0
      const counting = db.withPlugin({
        transformQuery: ({ node }) => {
          count++
          return node
        },
        transformResult: async ({ result }) => result,
      })
      await composeDocuments(counting, school.keys, some)
      return count
    })
  expect(await queries(ids)).toBe(await queries(ids.slice(0, 1)))
})

import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { bucketOf, buckets } from '#app/domain/core/invoicing/buckets.ts'
import { totals } from '#app/domain/core/invoicing/totals.ts'
import { type Decidable, decisionsOf } from '#app/domain/gateways/payment-exceptions/exception.ts'
import { openBody, type StoredBody } from '#app/domain/payments/attempts/gateway-messages.ts'
import { readStored } from '#app/integrations/fpx/answers.ts'
import { countOf, type Demo, demo, demoSubdomains, demoToday } from '#tests/support/database/demo.ts'

type Desk = { decisions: Decidable; message: StoredBody }
let seeded: Demo
beforeAll(async () => {
  seeded = await demo()
})

describe.each(demoSubdomains)('the books of %s', (subdomain) => {
  const none = (query: ReturnType<typeof sql>) => seeded.none(subdomain, query)

  test('have fourteen months of invoices, and one class of the month that comes', async () => {
    const months = await seeded.rows(
      subdomain,
      sql<{ classes: number }>`select count(distinct subject_fee.subject_id) as classes from invoice
        left join invoice_item on invoice_item.invoice_id = invoice.id
        left join subject_fee on subject_fee.id = invoice_item.subject_fee_id
        where period_key is not null group by period_key order by period_key`,
    )
    expect(months).toHaveLength(15)
    const last = months.pop()
    expect(last!.classes).toBe(1)
    expect(months.every(({ classes }) => classes > 1)).toBe(true)
  })

  test('hold invoices that add up by the rules of the product', async () => {
    const invoices = await seeded.rows(
      subdomain,
      sql<{
        rate: number
        foreign: boolean
        sums: Record<string, number>
        items: (Parameters<typeof totals>[0][number] & Record<'amount_sen' | 'tax_sen', number>)[]
      }>`
        select invoice.tax_rate_bp as rate, student.nationality <> 'MY' as foreign,
          jsonb_build_object('sub_total_sen', sub_total_sen, 'discount_total_sen', discount_total_sen,
            'tax_total_sen', tax_total_sen, 'total_sen', total_sen, 'tax_rate_bp', tax_rate_bp) as sums,
          (select jsonb_agg(jsonb_build_object('quantity', quantity_hundredths, 'price', price_sen,
              'discount', discount_sen, 'taxable', taxable, 'amount_sen', amount_sen, 'tax_sen', tax_sen) order by position)
            from invoice_item where invoice_id = invoice.id) as items
        from invoice join student on student.id = invoice.student_id`,
    )
    expect(invoices.length).toBeGreaterThan(1_000)
    for (const { sums, rate, items } of invoices) {
      const { lines, ...expected } = totals(items, rate)
      expect(sums).toEqual(expected)
      expect(items.map(({ amount_sen, tax_sen }) => ({ amount_sen, tax_sen }))).toEqual(lines)
    }
    const taxed = invoices.filter(({ rate }) => rate > 0)
    expect(taxed.every(({ foreign }) => foreign)).toBe(true)
    expect(taxed.length > 0).toBe(subdomain === 'cahaya')
  })

  test('have paid on each invoice what payments and credit put there', async () => {
    await none(
      sql`select number, paid_sen from invoice where paid_sen <> (
        select coalesce(sum(payment_allocation.amount_sen), 0) from payment_allocation
          join payment on payment.id = payment_id
          where invoice_id = invoice.id and reversed_at is null and payment.status = 'paid')
        - (select coalesce(sum(delta_sen), 0) from credit_entry where invoice_id = invoice.id)`,
    )
    const spent = await seeded.rows(
      subdomain,
      sql`select count(*) as count from credit_entry where reason = 'applied'`,
    )
    expect(spent).not.toEqual([{ count: 0 }])
    await none(
      sql`select number from invoice
        where (status = 'paid') <> (paid_sen + credited_sen = total_sen) or (paid_on is null) <> (status <> 'paid')`,
    )
    await none(
      sql`select invoice.number from payment_allocation join payment on payment.id = payment_id
        join invoice on invoice.id = invoice_id where payment.paid_on < invoice.issued_on`,
    )
  })

  test('have payments that are what they put on invoices, the credit they left, what was given and the fee', async () => {
    await none(
      sql`select number from payment where amount_sen <> payer_fee_sen
        + (select coalesce(sum(amount_sen), 0) from payment_allocation where payment_id = payment.id)
        + (select coalesce(sum(delta_sen), 0) from credit_entry where payment_id = payment.id)
        + (select coalesce(sum(amount_sen), 0) from donation where payment_id = payment.id)`,
    )
  })

  test('have a receipt of each payment that says what it paid, and of the last one what is owed', async () => {
    await none(
      sql`select number from payment left join receipt on receipt.payment_id = payment.id
        where receipt.issued_at is distinct from payment.created_at
          or content ->> 'branch' <> (select name from branch where id = branch_id)
          or content ->> 'family_code' <> (select family_code from parent where id = payer_parent_id)
          or content -> 'organisation' ->> 'name' <> (select name from platform.entity where schema_name = current_schema())
          or (content ->> 'credit_sen')::bigint <>
            (select coalesce(sum(delta_sen), 0) from credit_entry where payment_id = payment.id)
          or (select coalesce(jsonb_agg(jsonb_build_array(invoice_id, amount_sen) order by invoice.number), '[]')
              from payment_allocation join invoice on invoice.id = invoice_id where payment_id = payment.id)
            <> (select coalesce(jsonb_agg(jsonb_build_array(line -> 'invoice_id', line -> 'amount_sen')), '[]')
              from jsonb_array_elements(content -> 'allocations') as line)`,
    )
    await none(
      sql`with said as (
          select (line ->> 'invoice_id')::uuid as invoice_id, (line ->> 'balance_sen')::bigint as balance_sen,
            (line ->> 'before_sen')::bigint - (line ->> 'amount_sen')::bigint as left_sen,
            row_number() over (partition by line ->> 'invoice_id' order by issued_at desc, payment.number desc) as nth
          from receipt join payment on payment.id = payment_id,
            jsonb_array_elements(content -> 'allocations') as line
          where payment.status = 'paid')
        select said.* from said join invoice on invoice.id = invoice_id
        where left_sen <> said.balance_sen or said.balance_sen < 0
          or nth = 1 and said.balance_sen <> total_sen - paid_sen
            - (select coalesce(sum(credit_sen), 0) from credit_note where credit_note.invoice_id = invoice.id)`,
    )
  })

  test('have one payment of each attempt that was paid, and of no other', async () => {
    await none(
      sql`select order_no from payment_attempt where amount_sen <> payer_fee_sen
        + (select sum(amount_sen) from payment_attempt_invoice where attempt_id = payment_attempt.id)`,
    )
    await none(
      sql`select order_no from payment_attempt left join payment on payment.attempt_id = payment_attempt.id
        where (state = 'paid') <> (payment.id is not null)
          or payment.amount_sen <> payment_attempt.amount_sen or payment.public_code <> payment_attempt.public_code`,
    )
  })

  test('say the same as the ledger of the platform, line by line', async () => {
    await none(
      sql`select payment.number from payment
        left join collection on collection.payment_id = payment.id and collection.gross_sen > 0
        left join platform.ledger on ledger.collection_id = collection.id
        where collection.gross_sen is distinct from payment.amount_sen
          or (ledger.reference, ledger.gross_sen, ledger.net_sen, ledger.status, ledger.collected_on) is distinct from
            (payment.number, collection.gross_sen, collection.net_sen, collection.status, collection.collected_on)
          or (collection.status = 'reversed') <> (payment.status = 'cancelled')`,
    )
    await seeded.read(subdomain, async (db) => {
      expect(await countOf(db, 'platform.ledger')).toBe(await countOf(db, 'collection'))
    })
  })

  test('give back what was cancelled, on the day on which it was', async () => {
    await none(
      sql`select payment.number from payment
        left join collection back on back.payment_id = payment.id and back.gross_sen < 0
        where payment.status = 'cancelled' and (back.gross_sen, back.collected_on) is distinct from
            (-payment.amount_sen, (payment.cancelled_at at time zone 'Asia/Kuala_Lumpur')::date)
          or payment.status <> 'cancelled' and back.id is not null`,
    )
  })

  test.each([
    { table: 'invoice', day: 'issued_on', prefix: 'INV' },
    { table: 'payment', day: 'paid_on', prefix: 'RCP' },
  ])(
    'number each $table without a gap in the order of time, and go on after the last',
    async ({ table, day, prefix }) => {
      const years = await seeded.rows(
        subdomain,
        sql<{ year: string; numbers: string[]; days: string[]; last_no: number }>`
        select '20' || substr(number, 5, 2) as year, array_agg(number order by number) as numbers,
          array_agg(${sql.ref(day)}::text order by number) as days,
          (select last_no from number_series
            where kind = ${table} and period = '20' || substr(number, 5, 2)) as last_no
        from ${sql.table(table)} where number like ${`${prefix}-%`} group by 1, last_no`,
      )
      expect(years).toHaveLength(2)
      for (const { year, numbers, days, last_no } of years) {
        const expected = numbers.map(
          (_number, index) => `${prefix}-${year.slice(2)}-${String(index + 1).padStart(6, '0')}`,
        )
        expect(numbers).toEqual(expected)
        expect(last_no).toBe(numbers.length)
        expect(days).toEqual([...days].sort())
        expect(days.every((on) => on.startsWith(year))).toBe(true)
      }
    },
  )

  test('show every state and every age of arrears', async () => {
    const distinct = async (table: string, column: string) => {
      const query = sql<{
        value: string
      }>`select distinct ${sql.ref(column)} as value from ${sql.table(table)}`
      return (await seeded.rows(subdomain, query)).map(({ value }) => value).sort()
    }
    expect(await distinct('invoice', 'status')).toEqual(['cancelled', 'draft', 'paid', 'pending', 'unpaid'])
    expect(await distinct('payment', 'method')).toEqual(['bank_transfer', 'cash', 'fpx'])
    expect(await distinct('payment', 'status')).toEqual(['cancelled', 'paid'])
    expect(await distinct('collection', 'status')).toEqual(['collected', 'paid_out', 'reversed', 'settled'])
    const states = 'awaiting_approval cancelled expired failed needs_review paid pending timed_out'
    expect(await distinct('payment_attempt', 'state')).toEqual(states.split(' '))
    const unpaid = await seeded.read(subdomain, (db) =>
      db.selectFrom('invoice').select(['due_on', 'paid_sen']).where('status', '=', 'unpaid').execute(),
    )
    expect([...new Set(unpaid.map(({ due_on }) => bucketOf(due_on, demoToday)))].sort()).toEqual(
      [...buckets].sort(),
    )
    expect(unpaid.some(({ paid_sen }) => paid_sen > 0)).toBe(true)
  })

  test('keep what came too late as the credit of the family', async () => {
    const late = sql<{
      state: string
      credit_sen: number
      fee_sen: number
      amount_sen: number
      allocations: number
    }>`
      select state, delta_sen as credit_sen, payment.payer_fee_sen as fee_sen, payment.amount_sen,
        (select count(*)::int from payment_allocation where payment_id = payment.id) as allocations
      from payment_attempt join payment on attempt_id = payment_attempt.id
        join credit_entry on credit_entry.payment_id = payment.id where late_success`
    const [first, ...others] = await seeded.rows(subdomain, late)
    expect(others).toEqual([])
    expect(first).toMatchObject({ state: 'paid', allocations: 0 })
    expect(first!.credit_sen).toBe(first!.amount_sen - first!.fee_sen)
  })

  test('hold a pending invoice by an attempt that is asked about again, or by one in doubt that is on the desk', async () => {
    await none(
      sql`select invoice.number from invoice
        left join payment_attempt on payment_attempt.id = locked_by_attempt_id
        left join platform.gateway_order on gateway_order.attempt_id = payment_attempt.id
        left join platform.payment_exception as doubt on doubt.attempt_id = payment_attempt.id
          and doubt.kind = 'mismatch' and doubt.state = 'open'
        where invoice.status = 'pending' and (locked_until is null
          or gateway_order.next_enquiry_at is distinct from payment_attempt.next_enquiry_at
          or (doubt.id is null
            and (payment_attempt.state not in ('pending','awaiting_approval') or payment_attempt.next_enquiry_at is null))
          or (doubt.id is not null and payment_attempt.state <> 'needs_review'))`,
    )
  })

  test('put on the desk what a person must look at, each with a message that can be read', async () => {
    const raised = await seeded.rows(
      subdomain,
      sql<Pick<Decidable, 'kind'> & Record<'state' | 'resolution', string> & Desk>`
        select payment_exception.*, to_jsonb(gateway_message) as message, to_jsonb(payment_exception) as decisions
        from platform.payment_exception join platform.gateway_message on gateway_message.id = message_id
        where platform.gateway_message.attempt_id = payment_exception.attempt_id order by payment_exception.kind`,
    )
    expect(raised.map(({ kind, state, resolution }) => [kind, state, resolution])).toEqual([
      ['bank_problem', 'open', null],
      ['mismatch', 'open', null],
      ['second_debit', 'resolved', 'booked'],
    ])
    for (const { message } of raised) expect(readStored(openBody(seeded.ring, message)!)).not.toBeNull()
    expect(decisionsOf(raised[1]!.decisions)).toContain('booked')
    await none(
      sql`select order_no from payment_attempt where state = 'needs_review'
        and id not in (select attempt_id from platform.payment_exception where state = 'open')`,
    )
  })

  test('keep a second debit wholly as the credit of the family, under an id of its own', async () => {
    const second = sql<{
      amount_sen: number
      credit_sen: number
      fees: number
      same_id: boolean
      state: string
    }>`
      select payment.amount_sen, credit.delta_sen as credit_sen,
        payment.payer_fee_sen + payment.gateway_charges_sen as fees, payment_attempt.state,
        payment.gateway_transaction_id = payment_attempt.gateway_transaction_id as same_id
      from payment join payment_attempt on payment_attempt.id = payment.second_debit_of
        join credit_entry as credit on credit.payment_id = payment.id
        join platform.payment_exception as raised on raised.payment_id = payment.id
          and raised.transaction_id = payment.gateway_transaction_id and raised.amount_sen = payment.amount_sen`
    const [only, ...others] = await seeded.rows(subdomain, second)
    expect(others).toEqual([])
    expect(only).toMatchObject({ fees: 0, same_id: false, state: 'paid', credit_sen: only!.amount_sen })
  })

  test('lead from every public code to what it opens', async () => {
    await none(
      sql`select code from platform.public_code
        left join invoice on invoice.public_code = code left join payment on payment.public_code = code
        left join payment_attempt on payment_attempt.public_code = code
        where (kind = 'invoice') <> (invoice.id is not null)
          or (kind = 'payment') <> (payment.id is not null or payment_attempt.id is not null)`,
    )
    await none(
      sql`select public_code from (select public_code from invoice union select public_code from payment
        union select public_code from payment_attempt) as used
        where public_code not in (select code from platform.public_code)`,
    )
  })
})

import { settlementDay } from '#app/domain/accounting/collections/collection.ts'
import type { LineFacts } from '#app/domain/billing/plan/facts.ts'
import { todayIn } from '#app/domain/core/dates.ts'
import { documentNumber } from '#app/domain/core/numbering.ts'
import { newPublicCode } from '#db/id.ts'
import { type Attempt, requestFields } from './attempts.ts'
import type { Bill, Line, Told } from './billing.ts'
import type { Pay } from './paying.ts'
import { addReceipts } from './receipts.ts'
import { add, type FeeType, type Stage } from './stage.ts'

/** Writes the invoices; those that were issued get their numbers in the order of time, without gaps. */
export function addInvoices(stage: Stage, bills: readonly Bill[]): void {
  const inOrder = [...bills].sort((one, other) => one.created_at.getTime() - other.created_at.getTime())
  number(
    stage,
    'invoice',
    'INV',
    inOrder.filter(({ issued_on }) => issued_on !== null),
    ({ issued_on }) => issued_on!,
  )
  const feeTypes = new Map(Object.values(stage.fee_types).map((fee) => [fee.id, fee]))
  for (const bill of inOrder) {
    const public_code = newPublicCode()
    const { lines: amounts, ...sums } = bill.sums
    add(stage, 'platform.public_code', { code: public_code, entity_id: stage.entity.id, kind: 'invoice' })
    add(stage, 'invoice', {
      id: bill.id,
      number: bill.number,
      public_code,
      student_id: bill.pupil.id,
      payer_parent_id: bill.household.payer.id,
      branch_id: bill.branch_id,
      issued_on: bill.issued_on,
      due_on: bill.due_on,
      period_key: bill.period_key,
      ...sums,
      paid_sen: bill.paid_sen,
      paid_on: bill.paid_on,
      status: bill.status,
      locked_until: bill.locked?.until ?? null,
      locked_by_attempt_id: bill.locked?.by ?? null,
      cancel_reason: bill.cancelled?.reason ?? null,
      cancelled_at: bill.cancelled?.at ?? null,
      cancelled_by: bill.cancelled?.by ?? null,
      created_at: bill.created_at,
      created_by: bill.created_by,
    })
    for (const [index, line] of bill.lines.entries()) {
      const id = stage.random.id(bill.created_at)
      add(stage, 'invoice_item', {
        id,
        invoice_id: bill.id,
        position: index + 1,
        subject_fee_id: line.subject_fee_id,
        fee_type_id: line.fee_type_id,
        description: line.description,
        ...inEachLanguage(line, feeTypes.get(line.fee_type_id)),
        period_starts_on: line.period?.starts_on ?? null,
        period_ends_on: line.period?.ends_on ?? null,
        quantity_hundredths: line.quantity,
        price_sen: line.price,
        discount_sen: line.discount,
        discount_reason: line.discount_reason,
        taxable: line.taxable,
        facts: line.told && { ...factsOf(line.told, line, sums.tax_rate_bp) },
        ...amounts[index]!,
      })
      if (line.told) add(stage, 'billed_fee', billedFee(bill, line, id))
    }
  }
}

/** A line with the name of its fee type in the other language, as the product writes it. */
function inEachLanguage({ description }: Line, fee: FeeType | undefined) {
  const said = (name: string | null | undefined) =>
    fee && name && description.includes(fee.name) ? description.replace(fee.name, name) : null
  return { description_en: said(fee?.name_en), description_my: said(fee?.name_my) }
}

/** How a line came about, as the product keeps it. */
function factsOf({ seat, fee, share, discounts }: Told, { taxable }: Line, rate_bp: number): LineFacts {
  return {
    ...{
      enrolment_id: seat.id,
      usual_sen: fee.amount_sen,
      own: null,
      share,
      discounts: [...discounts],
      capped: false,
    },
    tax: taxable && rate_bp > 0 ? { rate_bp, scope: 'non_citizens' } : null,
  }
}

/** The year of the demo begins in January, and its fees are by the month, by the year, or come once. */
function billedFee(
  { id: invoice_id, pupil }: Bill,
  { told, fee_type_id, period }: Line,
  invoice_item_id: string,
) {
  const { seat, fee } = told!
  const [key, once] = [period?.starts_on ?? '', fee.frequency === 'one_off']
  return {
    ...{ student_id: pupil.id, subject_id: seat.class.id, fee_type_id, apply_to: 'all' },
    period_key: once ? 'once' : key.slice(0, fee.frequency === 'monthly' ? 7 : 4),
    ...{ period_starts_on: period?.starts_on ?? null, period_ends_on: period?.ends_on ?? null },
    ...{ invoice_id, invoice_item_id },
  }
}

export function addAttempts(stage: Stage, attempts: readonly Attempt[]): void {
  const inOrder = [...attempts].sort(
    (one, other) => one.requested_at.getTime() - other.requested_at.getTime(),
  )
  for (const attempt of inOrder) {
    const { id: attempt_id, order_no, household, bank, bills, next_enquiry_at } = attempt
    const entity_id = stage.entity.id
    add(stage, 'platform.public_code', { code: attempt.public_code, entity_id, kind: 'payment' })
    add(stage, 'platform.gateway_order', { order_no, entity_id, attempt_id, gateway: 'fpx', next_enquiry_at })
    add(stage, 'payment_attempt', {
      id: attempt_id,
      order_no,
      public_code: attempt.public_code,
      gateway: 'fpx',
      model: attempt.model,
      bank_code: bank.code,
      bank_name: bank.name,
      buyer_name: household.payer.name,
      buyer_email: household.payer.email,
      amount_sen: attempt.amount_sen,
      payer_fee_sen: attempt.payer_fee_sen,
      tenant_fee_sen: attempt.tenant_fee_sen,
      state: attempt.state,
      late_success: attempt.late_success,
      review_reason: attempt.review_reason,
      request_fields: requestFields(stage, attempt),
      gateway_transaction_id: attempt.gateway_transaction_id,
      response_code: attempt.response_code,
      bank_reference: attempt.bank_reference,
      requested_at: attempt.requested_at,
      sent_at: attempt.state === 'expired' ? null : new Date(attempt.requested_at.getTime() + 9_000),
      responded_at: attempt.responded_at,
      expires_at: attempt.expires_at,
      next_enquiry_at,
      enquiries: attempt.state === 'expired' ? 9 : 0,
      locale: stage.locale,
      ip: attempt.ip,
      user_agent: attempt.user_agent,
    })
    for (const [position, { bill, amount_sen }] of bills.entries())
      add(stage, 'payment_attempt_invoice', { attempt_id, invoice_id: bill.id, position, amount_sen })
  }
}

/** Writes the payments with their receipts, what they went to, and both books of money in. */
export function addPayments(stage: Stage, pays: readonly Pay[]): void {
  const inOrder = [...pays].sort((one, other) => one.at.getTime() - other.at.getTime())
  number(stage, 'payment', 'RCP', inOrder, ({ on }) => on)
  addReceipts(stage, inOrder)
  for (const pay of inOrder) {
    addPayment(stage, pay)
    for (const { bill, amount_sen } of pay.parts) {
      add(stage, 'payment_allocation', {
        payment_id: pay.id,
        invoice_id: bill.id,
        amount_sen,
        reversed_at: pay.cancelled?.at ?? null,
      })
    }
    if (pay.credit_sen > 0) {
      add(stage, 'credit_entry', {
        id: stage.random.id(pay.at),
        parent_id: pay.household.payer.id,
        delta_sen: pay.credit_sen,
        reason: 'overpayment',
        payment_id: pay.id,
        invoice_id: null,
        created_at: pay.at,
      })
    }
    addToBooks(stage, pay)
  }
}

/** All that the payer paid, in sen, the fee included. */
function grossOf({ parts, credit_sen, payer_fee_sen }: Pay): number {
  return parts.reduce((sum, { amount_sen }) => sum + amount_sen, credit_sen + payer_fee_sen)
}

function addPayment(stage: Stage, pay: Pay) {
  const { attempt, second, household, cancelled } = pay
  const debit = attempt ?? second
  const public_code = attempt?.public_code ?? newPublicCode()
  if (!attempt)
    add(stage, 'platform.public_code', { code: public_code, entity_id: stage.entity.id, kind: 'payment' })
  add(stage, 'payment', {
    id: pay.id,
    number: pay.number,
    public_code,
    method: pay.method,
    paid_on: pay.on,
    amount_sen: grossOf(pay),
    payer_fee_sen: pay.payer_fee_sen,
    gateway_charges_sen: pay.payer_fee_sen + pay.tenant_fee_sen,
    reference_no: pay.reference_no ?? debit?.bank_reference ?? null,
    attempt_id: attempt?.id ?? null,
    second_debit_of: second?.id ?? null,
    gateway: debit ? 'fpx' : null,
    gateway_environment: debit ? 'uat' : null,
    gateway_transaction_id: debit?.gateway_transaction_id ?? null,
    gateway_order_no: debit?.order_no ?? null,
    bank_name: debit?.bank.name ?? null,
    payer_parent_id: household.payer.id,
    payer_name: household.payer.name,
    payer_email: household.payer.email,
    branch_id: pay.branch_id,
    received_by: pay.received_by,
    status: cancelled ? 'cancelled' : 'paid',
    cancel_reason: cancelled?.reason ?? null,
    cancelled_at: cancelled?.at ?? null,
    cancelled_by: cancelled?.by ?? null,
    created_at: pay.at,
    created_by: pay.received_by,
  })
}

function addToBooks(stage: Stage, pay: Pay) {
  const gross_sen = grossOf(pay)
  const settles_on = pay.method === 'fpx' ? settlementDay(pay.on, stage.holidays) : null
  const settled = settles_on !== null && settles_on <= stage.today
  const row = {
    collected_on: pay.on,
    source: 'invoice',
    method: pay.method,
    gross_sen,
    payer_fee_sen: pay.payer_fee_sen,
    tenant_fee_sen: pay.tenant_fee_sen,
    net_sen: gross_sen - pay.payer_fee_sen - pay.tenant_fee_sen,
    settles_on,
    status: pay.cancelled ? 'reversed' : settled ? 'settled' : 'collected',
    created_at: pay.at,
  }
  addLine(stage, pay, row)
  if (pay.cancelled) addLine(stage, pay, opposite(row, pay.cancelled.at))
}

/** The line that takes the money of a cancelled payment back, on the day of its cancelling. */
function opposite<T extends Booked>(line: T, at: Date): T {
  return {
    ...line,
    collected_on: todayIn(at),
    gross_sen: -line.gross_sen,
    payer_fee_sen: -line.payer_fee_sen,
    tenant_fee_sen: -line.tenant_fee_sen,
    net_sen: -line.net_sen,
    created_at: at,
  }
}

interface Booked {
  collected_on: string
  source: string
  method: string
  status: string
  settles_on: string | null
  gross_sen: number
  payer_fee_sen: number
  tenant_fee_sen: number
  net_sen: number
  created_at: Date
}

function addLine(stage: Stage, pay: Pay, row: Booked) {
  const collection_id = stage.random.id(row.created_at)
  add(stage, 'collection', { id: collection_id, payment_id: pay.id, branch_id: pay.branch_id, ...row })
  add(stage, 'platform.ledger', {
    id: stage.random.id(row.created_at),
    entity_id: stage.entity.id,
    collection_id,
    reference: pay.number,
    gateway_transaction_id: (pay.attempt ?? pay.second)?.gateway_transaction_id ?? null,
    ...row,
  })
}

/** Gives numbers that count from 1 each year, and leaves the series where the product goes on. */
function number<T extends { number: string | null }>(
  stage: Stage,
  kind: 'invoice' | 'payment',
  prefix: string,
  documents: readonly T[],
  dayOf: (document: T) => string,
) {
  const last = new Map<string, number>()
  for (const document of documents) {
    const year = dayOf(document).slice(0, 4)
    const no = (last.get(year) ?? 0) + 1
    last.set(year, no)
    document.number = documentNumber(prefix, year, no)
  }
  for (const [period, last_no] of last) add(stage, 'number_series', { kind, period, last_no })
}

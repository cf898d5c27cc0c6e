import { addressNames } from '#app/domain/core/contact/address.ts'
import type { Letterhead, ReceiptContent } from '#app/domain/payments/payments/receipt.ts'
import type { Bill } from './billing.ts'
import type { Pay } from './paying.ts'
import { add, type Stage } from './stage.ts'

/** Writes what stood on each receipt when it was issued, and so what each invoice owed at that moment. */
export function addReceipts(stage: Stage, pays: readonly Pay[]): void {
  const paid_sen = new Map<Bill, number>()
  const codes = new Map(stage.rows.parent!.map(({ id, family_code }) => [id, family_code]))
  const change = ({ parts }: Pay, sign: 1 | -1) => {
    for (const { bill, amount_sen } of parts)
      paid_sen.set(bill, (paid_sen.get(bill) ?? 0) + sign * amount_sen)
  }
  const moments = pays.flatMap((pay) => [
    { at: pay.at, pay, sign: 1 as const },
    ...(pay.cancelled ? [{ at: pay.cancelled.at, pay, sign: -1 as const }] : []),
  ])
  moments.sort((one, other) => one.at.getTime() - other.at.getTime())
  for (const { at: issued_at, pay, sign } of moments) {
    change(pay, sign)
    if (sign < 0) continue
    const family_code = codes.get(pay.household.payer.id)!
    const content = { ...contentOf(stage, pay, paid_sen), family_code } satisfies ReceiptContent
    add(stage, 'receipt', { payment_id: pay.id, content: content, issued_at })
  }
}

function contentOf(stage: Stage, pay: Pay, paid_sen: ReadonlyMap<Bill, number>) {
  const { parts, credit_sen } = pay
  const allocations = parts.map(({ bill, amount_sen }) => {
    const balance_sen = bill.sums.total_sen - (paid_sen.get(bill) ?? 0)
    return {
      ...{ invoice_id: bill.id, number: bill.number, student: bill.pupil.name, amount_sen },
      ...{ before_sen: balance_sen + amount_sen, balance_sen },
    }
  })
  return {
    organisation: letterheadOf(stage),
    branch: stage.plan.branches[stage.branch_ids.indexOf(pay.branch_id)]!.name,
    allocations: allocations.sort((one, other) => (one.number! < other.number! ? -1 : 1)),
    credit_sen,
  }
}

function letterheadOf({ plan: { entity } }: Stage): Letterhead {
  return {
    name: entity.name,
    company_name: entity.company_name ?? null,
    registration_number: entity.registration_number ?? null,
    sst_number: entity.sst_number ?? null,
    tax_registered: entity.tax_registered ?? false,
    contact_phone: entity.contact_phone,
    contact_email: entity.contact_email,
    ...Object.fromEntries(addressNames.map((key) => [key, entity[key] ?? null])),
  } as Letterhead
}

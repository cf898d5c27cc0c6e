import { sql } from 'kysely'
import { newId } from '#db/id.ts'
import { bankChange } from '../database/bank-factories.ts'
import { insert, type Trx } from '../database/factories.ts'
import { fundMove, infaqType, letter, paidDonation, zakatType } from '../database/giving-factories.ts'
import { day, dayOf, noonOf, text } from './told.ts'

interface Given {
  /** Where the first was given, and where its money and all others are booked. */
  far_id: string
  branch_id: string
  user_id: string
}

const approval = { tax_approval_no: 'LHDN 1', tax_from: day, tax_to: day }

/** Gifts, their types, what leaves their funds and letters of authorities; the first of each differs in everything. */
export async function given(trx: Trx, index: number, { far_id, branch_id, user_id }: Given) {
  const first = index === 0
  const kept = first ? { name: text, status: 'inactive' } : {}
  const days = { opens_on: dayOf(index), closes_on: first ? day : '2026-12-31' }
  const infaq = await infaqType(trx, {
    ...kept,
    ...days,
    target_sen: 5_000 + index,
    ...(first ? approval : {}),
  })
  const zakat = await zakatType(trx, { ...kept, rate_sen: 700 + index })
  const gift = {
    ...{ branch_id: first ? far_id : branch_id, amount_sen: 500 + index },
    donor_name: first ? text : `Penyumbang ${index}`,
  }
  const paid = {
    ...{ branch_id, paid_on: dayOf(index), created_at: noonOf(index) },
    ...(first ? { method: 'bank_transfer', status: 'cancelled', cancel_reason: 'Tersilap' } : {}),
  }
  const { id: donation_id } = await paidDonation(trx, { ...gift, infaq_type_id: infaq.id }, paid)
  const persons = { persons: 1 + index, rate_sen: 500 }
  await paidDonation(trx, { ...gift, ...persons, kind: 'zakat', zakat_type_id: zakat.id }, paid)
  if (first)
    await insert(trx, 'fund_entry', {
      ...{ id: newId(), kind: 'infaq', infaq_type_id: infaq.id, entered_on: day, delta_sen: -500 },
      ...{ reason: 'taken_back', donation_id },
    })
  await fundMove(trx, {
    ...{
      requested_by: user_id,
      amount_sen: 100 + index,
      moved_on: dayOf(index),
      requested_at: noonOf(index),
    },
    ...(first
      ? {
          ...{ kind: 'zakat', zakat_type_id: zakat.id, purpose: 'paid_over', recipient: text },
          ...{ status: 'rejected', decided_at: noonOf(0), decided_by: user_id },
        }
      : { infaq_type_id: infaq.id, recipient: `Kedai ${index}` }),
  })
  await letter(trx, {
    ...{ zakat_type_id: zakat.id, requested_at: noonOf(index), valid_to: dayOf(index) },
    ...(first ? { authority: text } : {}),
  })
  await bankChange(trx, {
    ...{ asked_at: noonOf(index), account_name: `Akaun ${index}`, bank_name: `Bank ${index}` },
    ...(first ? { account_name: text, bank_name: text } : {}),
  })
  return { infaq_type_id: infaq.id, zakat_type_id: zakat.id }
}

/** What the operator has done with the first letter. */
export const sentBack = (trx: Trx) =>
  trx
    .updateTable('platform.zakat_appointment')
    .set({ status: 'refused', decided_at: sql<Date>`now()`, decision_reason: 'Nombor tidak wujud' })
    .where('authority', '=', text)
    .execute()

/** What another organisation has laid before the operator. */
export async function askedElsewhere(trx: Trx) {
  await letter(trx)
  await bankChange(trx)
}

import type { Transaction } from 'kysely'
import { type GivingKind, unnamed } from '#app/domain/accounting/gifts/gift.ts'
import { refuseForeignBranch } from '#app/domain/catalogue/branches/branches.ts'
import { type Actor, asGuest } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { todayIn } from '#app/domain/core/dates.ts'
import { type Fee, noFee } from '#app/domain/core/invoicing/payment-rules.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { givingBranch, typeToGive } from '#app/domain/giving/donation-types/open-types.ts'
import { appointmentOn } from '#app/domain/giving/zakat-appointments/find-appointments.ts'
import { beyondChip, beyondFpx } from '#app/domain/payments/attempts/online-terms.ts'
import {
  type Beginning,
  fpxBeginning,
  type StartTerms,
  startTerms,
  storeAttempt,
} from '#app/domain/payments/attempts/start.ts'
import { purchaseBeginning, purchaseTerms } from '#app/domain/payments/chip/start-purchase.ts'
import { openTill } from '#app/domain/payments/counter/till.ts'
import { isChipGroup, type Way } from '#app/domain/payments/payments/payment.ts'
import { type Posted, postGift } from '#app/domain/payments/payments/post-payment.ts'
import { type RecordRules, refuseDay, refuseRepeated } from '#app/domain/payments/payments/record-payment.ts'
import type { FpxConfig } from '#app/integrations/fpx/config.ts'
import { fixedInsert } from '#db/fixed-query.ts'
import { newId, newPublicCode } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { type DonateInput, giftSum, giftWithin, type RecordGiftInput } from './donation.ts'
import { giverColumns } from './giver-identity.ts'

interface Starting extends Omit<StartTerms, 'model' | 'buyer_name' | 'buyer_email'> {
  kind: GivingKind
  /** The FPX configuration; null for CHIP. */
  config: FpxConfig | null
  /** Encrypt the donor's identity number. */
  keys: Keys
  /** Called after the last query was sent. */
  last?: () => void
}

/**
 * Starts an online donation and its payment attempt. Returns the code of its public page. Refuses a type that is not open
 * today (donation.closed), zakat without the declaration of intention, amounts outside the limits of the type or the
 * gateway, and as giverColumns does.
 */
export async function startDonation(
  trx: Transaction<DB>,
  actor: Actor,
  input: DonateInput,
  { kind, config, keys, last, ...starting }: Starting,
): Promise<string> {
  const anonymous = input.anonymous === 'on'
  const giver = anonymous ? asGuest(actor) : actor
  const donor_name = anonymous ? null : (input.donor_name ?? null)
  const buyer = { buyer_name: donor_name ?? unnamed, buyer_email: input.buyer_email ?? null }
  const payer = { ...starting, ...buyer }
  const on = todayIn(starting.at)
  // All reads run concurrently, then all writes, since donations peak at the end of Ramadan.
  const [way, type, appointment, branch_id] = await Promise.all([
    paymentWay(trx, config, input.model, payer),
    typeToGive(trx, kind, input.type, on),
    kind === 'zakat' ? appointmentOn(trx, input.type, on) : undefined,
    givingBranch(trx),
  ])
  if (!type) throw new Refusal('donation.closed')
  if (kind === 'zakat' && !appointment) throw new Refusal('donation.closed')
  if (kind === 'zakat' && input.intention !== 'on') throw new Refusal('donation.intention', 'intention')
  const { amount_sen, persons, field } = giftWithin(input, type)
  const fee = giftFee(way.fee, input.cover_fee === 'on')
  const refusal = way.refusalOf(amount_sen) ?? way.refusalOf(amount_sen + fee.payer_fee_sen)
  if (refusal) throw new Refusal(refusal.code, field, refusal.values)
  const [id, attempt_id] = [newId(), newId()]
  const identity = giverColumns(keys, id, input, type)
  const { code, order_no, stored } = storeAttempt(trx, giver, payer, way.beginning(fee), {
    ...{ id: attempt_id, purpose: 'donation' as const, amount_sen: amount_sen + fee.payer_fee_sen },
    description: type.code,
  })
  const inserted = insertDonation(trx, {
    ...{ id, kind, [`${kind}_type_id`]: type.id, branch_id, amount_sen, attempt_id },
    ...(persons === null ? {} : { persons, rate_sen: type.rate_sen }),
    ...{ donor_name, ...identity, message: input.message || null, intention: input.intention === 'on' },
    ...{ appointment: appointment ? JSON.stringify(appointment) : null },
    // An anonymous donation is not linked to the parent's account.
    ...{ parent_id: giver.parent_id, created_by: giver.id },
  })
  const after = { type: type.name, amount_sen, order_no, anonymous }
  const recorded = record(trx, giver, 'donation.started', { type: 'donation', id }, { after })
  last?.()
  await Promise.all([stored, inserted, recorded])
  return code
}

const insertDonation = fixedInsert('donation')

interface PaymentWay {
  fee: Fee
  refusalOf(amount_sen: number): Refusal | null
  beginning(fee: Fee): Beginning
}

/** The chosen way to pay with its fee and limits; refuses as starting any payment does. */
async function paymentWay(
  trx: Transaction<DB>,
  config: FpxConfig | null,
  model: Way,
  payer: Omit<StartTerms, 'model'>,
): Promise<PaymentWay> {
  if (isChipGroup(model)) {
    const chip = await purchaseTerms(trx, model)
    const beginning = purchaseBeginning(chip, { group: model, at: payer.at })
    return {
      fee: noFee,
      refusalOf: (amount_sen) => beyondChip(amount_sen, chip.limits),
      beginning: () => beginning,
    }
  }
  if (!config) throw new Refusal('payment.gateway_unavailable')
  const request = { ...payer, model }
  const terms = await startTerms(trx, config, request)
  return {
    fee: terms.fees[model],
    refusalOf: (amount_sen) => beyondFpx(model, amount_sen, terms.limits),
    beginning: (fee) => fpxBeginning(config, request, terms, fee),
  }
}

/** The fee of a donation: shared as usual if the payer has agreed to cover it, else borne by the organisation. */
function giftFee({ payer_fee_sen, tenant_fee_sen }: Fee, covered: boolean): Fee {
  if (covered) return { payer_fee_sen, tenant_fee_sen }
  return { payer_fee_sen: 0, tenant_fee_sen: payer_fee_sen + tenant_fee_sen }
}

/**
 * Records a donation by hand, with its receipt. Refuses a branch out of scope (not_found.branch), a type not open on that
 * day (donation.closed), zakat without the declaration of intention, a date in the future or too far back, an unconfirmed
 * duplicate of reference and amount, and as giverColumns does.
 */
export async function recordGift(
  trx: Transaction<DB>,
  actor: Actor,
  kind: GivingKind,
  input: RecordGiftInput,
  { keys, ...rules }: RecordRules & { keys: Keys },
): Promise<Posted & { donation_id: string; amount_sen: number }> {
  const { paid_on, branch_id } = input
  refuseDay(input, rules)
  await refuseForeignBranch(trx, branch_id, rules.scope)
  const type = await typeToGive(trx, kind, input.type, paid_on)
  const appointment = kind === 'zakat' && type ? await appointmentOn(trx, type.id, paid_on) : undefined
  if (!type || (kind === 'zakat' && !appointment)) throw new Refusal('donation.closed', 'type')
  if (kind === 'zakat' && input.intention !== 'on') throw new Refusal('donation.intention', 'intention')
  const { amount_sen, persons, field } = giftSum(input, type)
  if (amount_sen < 1) throw new Refusal('input.required', field)
  const { reference_no } = input
  // Donations are not rounded.
  const { drawer_id } = await openTill(trx, actor, { ...input, amount: amount_sen }, rules.today)
  if (!input.confirmed) await refuseRepeated(trx, rules.scope, { reference_no, amount: amount_sen, paid_on })
  const donor_name = input.anonymous === 'on' ? null : (input.donor_name ?? null)
  const donation_id = newId()
  await trx
    .insertInto('donation')
    .values({
      ...{ id: donation_id, kind, [`${kind}_type_id`]: type.id, branch_id, amount_sen, donor_name },
      ...giverColumns(keys, donation_id, input, type),
      ...(persons === null ? {} : { persons, rate_sen: type.rate_sen }),
      ...{ message: input.message || null, intention: input.intention === 'on', created_by: actor.id },
      ...{ appointment: appointment ? JSON.stringify(appointment) : null },
    })
    .execute()
  const public_code = newPublicCode()
  await trx.insertInto('platform.public_code').values({ code: public_code, kind: 'payment' }).execute()
  const posted = await postGift(trx, actor, {
    ...{ method: input.method, amount_sen, ...noFee, paid_on, today: rules.today, public_code },
    ...{ payer_name: donor_name ?? unnamed, payer_email: input.donor_email ?? null },
    ...{ reference_no: reference_no ?? null, remark: null, received_by: actor.id, gateway: null },
    drawer_id,
    gift: { id: donation_id, kind, type_id: type.id, type: type.name, branch_id, amount_sen },
  })
  return { ...posted, donation_id, amount_sen }
}

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { freeCredit } from '#app/domain/accounting/credits/find-credits.ts'
import { databaseTime } from '#app/domain/core/clock.ts'
import { mostPaidAtOnce } from '#app/domain/core/invoicing/payment.ts'
import type { Fee } from '#app/domain/core/invoicing/payment-rules.ts'
import { titleOfSeveral } from '#app/domain/core/invoicing/title.ts'
import { parseRinggit } from '#app/domain/core/money.ts'
import { countUse, refuseFlood, visitorKey } from '#app/domain/core/rate-limit.ts'
import { asRefusal, Refusal } from '#app/domain/core/refusal.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { onlineTerms } from '#app/domain/payments/attempts/online-terms.ts'
import { startAttempt } from '#app/domain/payments/attempts/start.ts'
import {
  askedOf,
  payByCreditForm,
  restOf,
  startForm,
  startPurchaseForm,
  writeShown,
} from '#app/domain/payments/baskets/basket.ts'
import { type BasketRow, basketOf } from '#app/domain/payments/baskets/find-basket.ts'
import {
  partOffered,
  payByCredit,
  sharesOf,
  sharesOfPart,
} from '#app/domain/payments/baskets/settle-basket.ts'
import { startPurchase } from '#app/domain/payments/chip/start-purchase.ts'
import { isChipGroup } from '#app/domain/payments/payments/payment.ts'
import { payerOf } from '#app/domain/payments/payments/public-invoice.ts'
import { latestOpenSlip } from '#app/domain/payments/transfer-slips/find-slips.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { formOf } from '#app/server/forms/form-data.ts'
import { errorOf, submit } from '#app/server/forms/submit.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { newId } from '#db/id.ts'
import { banksOffered, chosenBank } from './fpx-banks.ts'
import { byPublicCode, codeOf, tenantOnly } from './public-page.ts'
import { mayChoose } from './way-back.ts'
import { chipFor, offerOf, waysThatTake } from './ways.ts'

/** Starts of one address for one invoice in ten minutes. */
const starts = { points: 10, seconds: 600 }
const missing = 'not_found.invoice'

/**
 * What is to be paid, what of it credit pays, and one way to pay the rest, by the codes of the invoices: each opens its own
 * invoice, so whoever has several may pay them together.
 */
export async function openChoice({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const codes = codesIn(searchParams)
  const [code] = codes
  const { actor } = context
  const path = paths.payment.submit(codes)
  const page = { code: code!, missing, path } as const
  const { rows, terms, payer, waiting } = await byPublicCode(context, page, async (db) => {
    const [found, online, known, slip] = await Promise.all([
      basketOf(db, codes, actor.parent_id),
      onlineTerms(db),
      payerOf(db, actor),
      latestOpenSlip(db, codes),
    ])
    return found && { rows: found, terms: online, payer: known, waiting: slip }
  })
  const lines = rows.filter((row) => row.status === 'unpaid' && row.balance_sen > 0)
  const [first] = lines
  if (!first || lines.some((row) => row.payer_parent_id !== first.payer_parent_id))
    throw redirect(elsewhere(rows, actor.parent_id))

  const due_sen = lines.reduce((sum, { balance_sen }) => sum + balance_sen, 0)
  const own = actor.parent_id === first.payer_parent_id
  const credit_sen = own
    ? Math.min(await freeCredit(await context.read(), first.payer_parent_id), due_sen)
    : 0
  const owed_sen = lines.map(({ balance_sen }) => balance_sen)
  const about = {
    title: `${context.t('payment.choose.title')}: ${titleOfSeveral(
      lines.map((line) => line.title),
      context,
    )}`,
    lines: lines.map(({ number, public_code, title, balance_sen }) => ({
      ...{ number, public_code, title, balance_sen },
    })),
    gone: rows
      .filter((row) => !lines.includes(row))
      .map(({ number, title, status }) => ({ number, title, status })),
    ...{
      waiting,
      credit_sen,
      due_sen,
      payer,
      guest: actor.parent_id === null,
      may_choose: mayChoose(actor),
      form_key: newId(),
    },
  }
  if (credit_sen === due_sen && terms.entity_status === 'active') {
    const seen = writeShown({ fee_sen: 0, credit_sen, owed_sen })
    return { ...about, offer: null, total_sen: 0, refusal: null, instead: [], seen, part: null, later_sen: 0 }
  }
  const rules = await settings(await context.read(), 'part_payment')
  const part = partOffered(rules, due_sen - credit_sen, own)
  const typed = searchParams.get('part')?.slice(0, 20) ?? null
  const told = await readPart(context, typed, lines, credit_sen)
  const found = await offerOf(context, terms, searchParams.get('model'))
  if (!found) throw redirect(elsewhere(rows, actor.parent_id))
  const { refusalOf, ...offer } = found
  const shown = { fee_sen: offer.fee.payer_fee_sen, credit_sen, owed_sen }
  const total_sen = askedOf(shown, told.sen ?? undefined)
  const refused = refusalOf(total_sen)
  const sumBy = ({ payer_fee_sen: fee_sen }: Fee) => askedOf({ ...shown, fee_sen }, told.sen ?? undefined)
  return {
    ...{
      ...about,
      offer,
      total_sen,
      refusal: refused && { code: refused.code, values: refused.values },
      seen: writeShown(shown),
    },
    instead: refused ? waysThatTake(context, terms, offer, sumBy) : [],
    part: part && { ...part, ...told, typed },
    later_sen: told.sen === null ? 0 : restOf(shown) - told.sen,
  }
}

/** A part that was typed, in sen, or what is wrong with it; nothing where none was. */
async function readPart(
  context: RequestContext,
  typed: string | null,
  lines: readonly BasketRow[],
  credit_sen: number,
): Promise<{ sen: number | null; fault: string | null }> {
  if (!typed?.trim()) return { sen: null, fault: null }
  const parsed = parseRinggit(typed)
  if ('error' in parsed) return { sen: null, fault: parsed.error }
  try {
    await sharesOfPart(await context.read(), context.actor, afterCredit(lines, credit_sen), parsed.sen)
    return { sen: parsed.sen, fault: null }
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    return { sen: null, fault: errorOf(refusal.code, refusal.values) }
  }
}

/** What each owes once credit has paid those that are due first. */
function afterCredit(lines: readonly BasketRow[], credit_sen: number): BasketRow[] {
  const used = sharesOf(credit_sen, lines)
  return lines.map((line) => ({ ...line, balance_sen: line.balance_sen - (used.get(line.public_code) ?? 0) }))
}

/** Refuses (not_found.invoice) what is no code, none, and more of them than one payment pays. */
function codesIn(query: URLSearchParams): string[] {
  const codes = [...new Set(query.getAll('invoice'))].map((code) => codeOf({ code }, missing))
  if (codes.length === 0 || codes.length > mostPaidAtOnce) throw new Refusal(missing)
  return codes
}

/** Where it is said why these cannot be paid now. */
function elsewhere(rows: readonly BasketRow[], parent_id: string | null): string {
  const [first] = rows
  if (rows.length > 1 && parent_id) return paths.basket()
  const { attempt_code, public_code } = first!
  return attempt_code ? paths.payment.status(attempt_code) : paths.invoice.status(public_code)
}

/** Starts the payment of a basket in the way that was chosen. */
export async function chooseAction(args: ActionFunctionArgs) {
  const { request, context } = args
  tenantOnly(context)
  const form = await formOf(request)
  const code = String(form.get('invoice')).slice(0, 26)
  const key = `${visitorKey('payment.start', context.actor.ip)}:${code}`
  const use = await context.writeInOneFlight((trx) => countUse(trx, key, starts))
  const terms = await onlineTerms(await context.read())
  const { locale } = context
  const way = form.get('model')
  if (way === 'credit')
    return submit(args, payByCreditForm, async ({ trx, actor, today }, { invoice: codes, seen: shown }) => {
      refuseFlood(use)
      if (terms.entity_status !== 'active') throw new Refusal('auth.entity_inactive')
      await payByCredit(trx, actor, { codes, shown }, today)
      return redirectWith(paths.dashboard(), 'paid_by_credit')
    })
  if (isChipGroup(way))
    return submit(args, startPurchaseForm, async ({ trx, actor }, input) => {
      refuseFlood(use)
      if (!chipFor(context, terms)) throw new Refusal('payment.online_off')
      const { invoice: codes, seen: shown, part: part_sen, model: group, buyer_name } = input
      const buyer = { buyer_name, buyer_email: input.buyer_email ?? null }
      const at = await databaseTime(trx)
      const started = await startPurchase(trx, actor, {
        ...{ codes, shown, part_sen, group, ...buyer, locale, at },
      })
      return redirect(paths.payment.go(started), 303)
    })
  const offered = await banksOffered(context, way === 'B2B1' ? 'B2B1' : 'B2C', terms.hidden_banks)
  return submit(args, startForm, async ({ trx, actor }, input) => {
    refuseFlood(use)
    const { invoice: codes, seen: shown, part: part_sen, model, buyer_name } = input
    const { config, bank } = chosenBank(offered, input.bank)
    const buyer = { buyer_name, buyer_email: input.buyer_email ?? null }
    const at = await databaseTime(trx)
    const started = await startAttempt(trx, actor, config, {
      ...{ codes, shown, part_sen, model, bank, ...buyer, locale, at },
    })
    return redirect(paths.payment.go(started), 303)
  })
}

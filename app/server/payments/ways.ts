import { type Fee, noFee } from '#app/domain/core/invoicing/payment-rules.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import {
  beyondChip,
  beyondFpx,
  type ChipTerms,
  chipShown,
  type OnlineTerms,
  onlineWays,
} from '#app/domain/payments/attempts/online-terms.ts'
import { isChipGroup, type Way } from '#app/domain/payments/payments/payment.ts'
import type { Model } from '#app/integrations/fpx/fields.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { banksOffered } from './fpx-banks.ts'

/** Test money is nobody's: only who may set CHIP up sees it before it is in earnest. */
export const chipFor = (context: RequestContext, terms: OnlineTerms): ChipTerms | null =>
  chipShown(terms, viewerOf(context))

const viewerOf = (context: RequestContext) => ({
  trial: context.site.side === 'tenant' && context.can('gateway.view'),
})

/** What the reader is offered now; nothing by an organisation that is not active. */
export const waysFor = (context: RequestContext, terms: OnlineTerms): Way[] =>
  onlineWays(terms, viewerOf(context))

/** One way as a page offers it: by the address, or else the first. Undefined where there is none. */
export async function offerOf(context: RequestContext, terms: OnlineTerms, asked: string | null) {
  const ways = waysFor(context, terms)
  const way = ways.find((one) => one === asked) ?? ways[0]
  if (!way) return undefined
  const chip = chipFor(context, terms)
  if (chip && isChipGroup(way)) {
    const refusalOf = (sen: number) => beyondChip(sen, chip.limits)
    return { ways, way, bank: null, paused: false, fee: noFee as Fee, trial: chip.mode === 'test', refusalOf }
  }
  const model = way as Model
  const offer = await banksOffered(context, model, terms.hidden_banks)
  const { fault, choices, fetched_at, stale, terms: terms_url } = offer
  const refusalOf = (sen: number) =>
    fault ? new Refusal('payment.gateway_paused') : beyondFpx(model, sen, terms.limits)
  const bank = { choices, fetched_at, stale, terms_url }
  return { ways, way, bank, paused: fault !== null, fee: terms.fees[model], trial: false, refusalOf }
}

/** The other ways by which a sum can be paid, for whom the one that was chosen does not take it; fees of each included. */
export function waysThatTake(
  context: RequestContext,
  terms: OnlineTerms,
  { way: chosen, paused }: { way: Way; paused: boolean },
  sumBy: (fee: Fee) => number,
): Way[] {
  const chip = chipFor(context, terms)
  return waysFor(context, terms).filter((way) => {
    if (way === chosen) return false
    if (isChipGroup(way)) return chip !== null && beyondChip(sumBy(noFee), chip.limits) === null
    return !paused && beyondFpx(way, sumBy(terms.fees[way]), terms.limits) === null
  })
}

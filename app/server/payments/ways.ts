import type { ChipTerms, OnlineTerms } from '#app/domain/attempts/online-terms.server.ts'
import { type Fee, noFee } from '#app/domain/payments/fee.ts'
import { isChipGroup, type Way } from '#app/domain/payments/way.ts'
import type { RefusalCode } from '#app/domain/refusal.ts'
import { chipLimitRefusal } from '#app/integrations/chip/limits.ts'
import type { Model } from '#app/integrations/fpx/fields.ts'
import { limitRefusal } from '#app/integrations/fpx/limits.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { banksOffered } from './fpx-banks.ts'

/** Test money is nobody's: only who may set CHIP up sees it before it is in earnest. */
export function chipFor(context: RequestContext, { chip }: OnlineTerms): ChipTerms | null {
  return chip && (chip.mode === 'live' || (context.site.side === 'tenant' && context.can('gateway.view')))
    ? chip
    : null
}

/** What the reader is offered now; nothing by an organisation that is not active. */
export function waysFor(context: RequestContext, terms: OnlineTerms): Way[] {
  if (terms.entity_status !== 'active') return []
  const chip = chipFor(context, terms)
  const groups = chip?.groups ?? []
  return chip?.first ? [...groups, ...terms.models] : [...terms.models, ...groups]
}

/** One way as a page offers it: by the address, or else the first. Undefined where there is none. */
export async function offerOf(context: RequestContext, terms: OnlineTerms, asked: string | null) {
  const ways = waysFor(context, terms)
  const way = ways.find((one) => one === asked) ?? ways[0]
  if (!way) return undefined
  const chip = chipFor(context, terms)
  if (chip && isChipGroup(way)) {
    const refusalOf = (sen: number): RefusalCode | null => chipLimitRefusal(sen, chip.limits)
    return { ways, way, bank: null, paused: false, fee: noFee as Fee, trial: chip.mode === 'test', refusalOf }
  }
  const model = way as Model
  const offer = await banksOffered(context, model, terms.hidden_banks)
  const { fault, choices, fetched_at, stale, terms: terms_url } = offer
  const refusalOf = (sen: number): RefusalCode | null =>
    fault ? 'payment.gateway_paused' : limitRefusal(model, sen, terms.limits)
  const bank = { choices, fetched_at, stale, terms_url }
  return { ways, way, bank, paused: fault !== null, fee: terms.fees[model], trial: false, refusalOf }
}

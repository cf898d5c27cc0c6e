import { ruleOn } from './rules.ts'

/** What is compared with the limit: the whole invoice, or each payment of it. Where the law is silent, the stricter is usual. */
export type LimitBasis = 'invoice' | 'payment'

export type Consolidation =
  /** `at_limit`: exactly the limit, so that a person looks; `relaxed`: above it, and allowed until that day. */
  | { allowed: true; warning: null | 'at_limit' }
  | { allowed: true; warning: 'relaxed'; until: string }
  | { allowed: false; limitSen: number; since: string }

/**
 * Whether an invoice may be part of a consolidated e-invoice on a day. Above the limit it may not, save while the
 * organisation is relaxed (`relaxedUntil`: the last day of that, else null).
 */
export function consolidationOf(
  { totalSen, paymentsSen, basis }: { totalSen: number; paymentsSen: readonly number[]; basis: LimitBasis },
  on: string,
  relaxedUntil: string | null,
): Consolidation {
  const rule = ruleOn('consolidation_limit_sen', on)
  const compared = basis === 'payment' && paymentsSen.length > 0 ? Math.max(...paymentsSen) : totalSen
  if (!rule || compared < rule.value) return { allowed: true, warning: null }
  if (compared === rule.value) return { allowed: true, warning: 'at_limit' }
  if (relaxedUntil !== null && on <= relaxedUntil)
    return { allowed: true, warning: 'relaxed', until: relaxedUntil }
  return { allowed: false, limitSen: rule.value, since: rule.from }
}

import { Refusal } from '#app/domain/core/refusal.ts'
import type { FeatureCode } from './feature.ts'

/** For whose role would do, but whose organisation's package lacks what it is for. */
export const lacking = (code: FeatureCode) => new Refusal('feature.lacking', undefined, { code })

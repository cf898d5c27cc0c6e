import { type FeatureCode, featureCodes } from '#app/domain/core/features/feature.ts'
import { Refusal } from '#app/domain/core/refusal.ts'

/** The feature that an address names by its key. Refuses with not_found.feature. */
export function featureOf({ code }: { code?: string | undefined }): FeatureCode {
  const known = featureCodes.find((one) => one === code)
  if (!known) throw new Refusal('not_found.feature')
  return known
}

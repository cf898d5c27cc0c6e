import type { FeatureCode } from '#app/domain/core/features/feature.ts'
import { asRefusal, Refusal } from '#app/domain/core/refusal.ts'
import { whereToGet } from '#app/domain/platform/features/features.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/** Any error as it is; that a feature is lacking says which packages hold the feature, which only the database knows. */
export async function withPackages(error: unknown, { read, t, can }: RequestContext): Promise<unknown> {
  const refusal = asRefusal(error)
  if (refusal?.code !== 'feature.lacking') return error
  const code = refusal.values.code as FeatureCode
  const { held, off, offered } = await whereToGet(await read(), code)
  const about = {
    feature: t(`feature.name.${code}`),
    held: held ?? '',
    leads: can('subscription.view') ? 'yes' : 'no',
  }
  if (off) return new Refusal('feature.off', undefined, about)
  if (offered.length === 0) return new Refusal('feature.nowhere', undefined, about)
  return new Refusal('feature.lacking', undefined, { ...about, packages: offered.join(', ') })
}

import type { Held, Permission } from '#app/domain/core/access/access.ts'
import { featureLacking } from '#app/domain/core/features/feature.ts'
import { lacking } from '#app/domain/core/features/lacking.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { isOver, type Stage } from './stage.ts'

/** Why a permission that roles give is of no use in an organisation: its subscription is over, or its package lacks it. */
export function withheldIn(
  { stage, features }: { stage: Stage | null; features: readonly string[] },
  roles: readonly Held[],
  permission: Permission,
): Refusal | undefined {
  if (isOver(stage, roles, permission)) return new Refusal('subscription.over')
  const code = featureLacking(features, permission)
  return code && lacking(code)
}

/** Of what a package allows so many at a time; whoever is inactive, has left or was removed does not count. */
export const limited = ['student', 'branch', 'staff'] as const
export type Limited = (typeof limited)[number]

/** What a smaller package has to have room for: people and branches, and kept files in megabytes. */
export type Measured = Limited | 'storage'

export interface OverLimit {
  noun: Measured
  has: number
  limit: number
}

/** All of what an organisation has more than a package allows, in the order of limits. */
export function overLimits(
  has: Record<Measured, number>,
  limits: Record<Measured, number | null>,
): OverLimit[] {
  return (Object.entries(limits) as [Measured, number | null][]).flatMap(([noun, limit]) =>
    limit !== null && has[noun] > limit ? [{ noun, has: has[noun], limit }] : [],
  )
}

/** As a package has them in its columns. */
export const limitsIn = (offer: {
  student_limit: number | null
  branch_limit: number | null
  staff_limit: number | null
  storage_mb: number | null
}): Record<Measured, number | null> => ({
  student: offer.student_limit,
  branch: offer.branch_limit,
  staff: offer.staff_limit,
  storage: offer.storage_mb,
})

import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Verification } from './seal.ts'

export interface PastVerification extends Verification {
  at: Date
  actor_name: string
  /** Numbers of the seals that were compared with copies. */
  anchors: number[]
}

/** Read from the log itself, at the place of `db`. */
export async function lastVerification(db: Kysely<DB>): Promise<PastVerification | null> {
  const row = await db
    .selectFrom('audit_log')
    .select(['at', 'actor_name', 'after'])
    .where('object_type', '=', 'audit_log')
    .where('action', '=', 'audit.verified')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { at, actor_name } = row
  return { ...(row.after as unknown as Omit<PastVerification, 'at' | 'actor_name'>), at, actor_name }
}

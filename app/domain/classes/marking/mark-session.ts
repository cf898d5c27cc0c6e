import type { Transaction } from 'kysely'
import type { Mark, markSources } from '#app/domain/classes/sessions/words.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import type { DB } from '#db/types.ts'

/** One mark of one student, as somebody made it. */
export interface MarkEntry {
  /** Of the mark itself, given where it was made: sent twice it is one. */
  id: string
  student_id: string
  mark: Mark
  /** Only of `late`. */
  late_minutes: number | null
  remark: string | null
  /** The missed session that this one makes up for. */
  makeup_for_id: string | null
  /** Tries the class without being enrolled. */
  is_trial: boolean
  /** When it was made, by the clock of the server. */
  marked_at: Date
}

/** What became of each: it counts, a later one of somebody else counts, or why it can never count. */
export interface Marked {
  won: string[]
  lost: string[]
  kept: { id: string; reason: KeptReason }[]
}
export type KeptReason = 'confirmed' | 'cancelled' | 'not_enrolled' | 'window'

export type MarkSource = (typeof markSources)[number]

export declare function markSession(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  session_id: string,
  entries: readonly MarkEntry[],
  source: MarkSource,
  change?: { reason?: string; topic?: string | null; note?: string | null },
): Promise<Marked>

export declare function confirmSession(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  session_id: string,
  version?: number,
): Promise<void>

export declare function reopenSession(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  session_id: string,
  input: { reason: string; version: number },
): Promise<void>

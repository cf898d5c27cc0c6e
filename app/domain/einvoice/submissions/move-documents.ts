import { sql, type Transaction } from 'kysely'
import { type Actor, systemActor } from '#app/domain/core/actor.ts'
import { notifyDeciders } from '#app/domain/core/four-eyes/notify-deciders.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { Fault } from '../words.ts'
import { type EventKind, type Happening, moveOf } from './states.ts'

/** What a move sets beside the state, with the types of the columns. */
const columns = {
  submission_id: 'uuid',
  uuid: 'text',
  long_id: 'text',
  issued_at: 'timestamptz',
  submitted_at: 'timestamptz',
  validated_at: 'timestamptz',
  cancelled_at: 'timestamptz',
  cancel_reason: 'text',
  cancel_requested_at: 'timestamptz',
  faults: 'jsonb',
  fingerprint: 'text',
} as const

export interface Move {
  id: string
  /** Only when the document still has this version. */
  version?: number
  set?: {
    submission_id?: string | null
    uuid?: string | null
    long_id?: string | null
    issued_at?: Date | null
    submitted_at?: Date
    validated_at?: Date
    cancelled_at?: Date
    cancel_reason?: string | null
    cancel_requested_at?: Date | null
    faults?: readonly Fault[]
    fingerprint?: string
  }
  /** Of the history; the happening itself unless another kind says more. */
  event?: EventKind
  /** What the portal said, for the history. */
  detail?: unknown
}

export interface Circumstances {
  /** Who acted; Lunas itself unless told. */
  actor?: Actor
  correlationId?: string | null
  /** The time of the history. */
  at: Date
}

/** Somebody has to correct something before it can be sent again. */
const needsPerson: ReadonlySet<Happening> = new Set(['faulty', 'refused', 'invalid'])

/**
 * Moves documents by the state table: one conditional UPDATE, with its row in the history. All of them set the same columns.
 * Returns the ids of those that moved; another one was elsewhere already, or has changed since.
 */
export async function moveDocuments(
  trx: Transaction<DB>,
  happening: Happening,
  moves: readonly Move[],
  { actor = systemActor, correlationId = null, at }: Circumstances,
): Promise<string[]> {
  const [first] = moves
  if (!first) return []
  const { from, to } = moveOf(happening)
  const set = Object.keys(first.set ?? {}) as (keyof typeof columns)[]
  const given = JSON.stringify(moves.map(({ id, version, set: values }) => ({ id, version, ...values })))
  const { rows } = await sql<{ id: string }>`
    update einvoice_document as document set
      ${sql.join([
        sql`status = ${to}`,
        sql`version = document.version + 1`,
        sql`updated_at = ${at}`,
        sql`updated_by = ${actor.type === 'user' ? actor.id : null}`,
        ...(happening === 'stored' ? [sql`attempts = document.attempts + 1`] : []),
        ...set.map((column) => sql`${sql.ref(column)} = given.${sql.ref(column)}`),
      ])}
    from jsonb_to_recordset(${given}::jsonb) as given(${sql.join([
      sql`id uuid`,
      sql`version integer`,
      ...set.map((column) => sql`${sql.ref(column)} ${sql.raw(columns[column])}`),
    ])})
    where document.id = given.id and document.status = any(${from})
      and (given.version is null or given.version = document.version)
    returning document.id`.execute(trx)
  const moved = new Set(rows.map(({ id }) => id))
  const told = moves
    .filter(({ id }) => moved.has(id))
    .map(({ id, event = happening, detail }) => ({ document_id: id, kind: event, detail }))
  await tell(trx, told, { actor, correlationId, at })
  // one mail covers all that wait to be corrected
  const [id] = moved
  if (id && needsPerson.has(happening)) await notifyDeciders(trx, 'einvoice', id)
  return [...moved]
}

export interface Told {
  document_id: string
  kind: EventKind
  detail?: unknown
}

/** Adds to the history of documents. */
export async function tell(
  trx: Transaction<DB>,
  events: readonly Told[],
  { actor = systemActor, correlationId = null, at }: Circumstances,
): Promise<void> {
  if (events.length === 0) return
  await trx
    .insertInto('einvoice_event')
    .values(
      events.map(({ document_id, kind, detail }) => ({
        id: newId(),
        document_id,
        kind,
        by_id: actor.type === 'user' ? actor.id : null,
        by_name: actor.type === 'system' ? null : actor.name,
        correlation_id: correlationId,
        detail: detail === undefined || detail === null ? null : withoutNumbers(detail),
        at,
      })),
    )
    .execute()
}

/** Twelve digits, with or without hyphens, are somebody's identity number; the history goes to more people than the document. */
const withoutNumbers = (detail: unknown) =>
  JSON.stringify(detail).replace(/\b\d{6}-?\d{2}-?\d{4}\b/g, '••••••••••••')

/** What became of the bytes of documents in one request. */
export interface Verdict {
  document_id: string
  outcome: 'accepted' | 'refused' | 'valid' | 'invalid' | 'lost'
  uuid?: string | null
  faults?: readonly Fault[]
}

export async function settleAttempts(
  trx: Transaction<DB>,
  submission_id: string,
  verdicts: readonly Verdict[],
): Promise<void> {
  if (verdicts.length === 0) return
  await sql`
    update einvoice_attempt as attempt set outcome = given.outcome, uuid = coalesce(given.uuid, attempt.uuid),
      faults = coalesce(given.faults, attempt.faults)
    from jsonb_to_recordset(${JSON.stringify(verdicts)}::jsonb)
      as given(document_id uuid, outcome text, uuid text, faults jsonb)
    where attempt.submission_id = ${submission_id} and attempt.document_id = given.document_id
      and (attempt.outcome is null or attempt.outcome = 'accepted')`.execute(trx)
}

import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { refuseStale } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { TurnoverBand } from '../rules/rules.ts'
import type { ObligationInput } from '../settings/setting-forms.ts'
import { type Obligation, type ObligationAnswers, obligationOn } from './obligation.ts'

const columns = [
  'turnover_band',
  'turnover_year',
  'started_on',
  'related_above_1m',
  'statutory',
  'approved_donations',
  'relaxation_declined',
  'agreed_start_on',
] as const satisfies readonly (keyof ObligationAnswers)[]

export interface StoredAnswers extends ObligationAnswers {
  id: string
  version: number
  updated_at: Date
}

/** The answers of the organisation; undefined before it gave any. */
export async function findAnswers(db: Kysely<DB>): Promise<StoredAnswers | undefined> {
  const row = await db
    .selectFrom('einvoice_obligation')
    .select([...columns, 'id', 'version', 'updated_at'])
    .executeTakeFirst()
  return row && { ...row, turnover_band: row.turnover_band as TurnoverBand }
}

/** What the organisation owes on a day by its answers; undefined before it gave any. */
export async function findObligation(db: Kysely<DB>, on: string): Promise<Obligation | undefined> {
  const answers = await findAnswers(db)
  return answers && obligationOn(answers, on)
}

/**
 * Stores the answers. Refuses version_conflict, a start ahead of `today` (einvoice_obligation.start_ahead), and a year that
 * is not known yet (einvoice_obligation.year_ahead): one that is not over when revenue stayed below RM1 million in it, one that
 * has not begun otherwise.
 */
export async function saveObligation(
  trx: Transaction<DB>,
  actor: Actor,
  { version, ...input }: ObligationInput,
  today: string,
): Promise<ObligationAnswers> {
  const before = await findAnswers(trx)
  refuseStale({ version: before?.version ?? 0 }, version)
  const answers: ObligationAnswers = {
    ...{ turnover_band: input.turnover_band, turnover_year: input.turnover_year },
    ...{ started_on: input.started_on ?? null, agreed_start_on: input.agreed_start_on ?? null },
    ...{ related_above_1m: input.related_above_1m ?? false, statutory: input.statutory ?? false },
    approved_donations: input.approved_donations ?? false,
    relaxation_declined: input.relaxation_declined ?? false,
  }
  if (answers.started_on && answers.started_on > today)
    throw new Refusal('einvoice_obligation.start_ahead', 'started_on')
  const known = Number(today.slice(0, 4)) - (answers.turnover_band === 'below_1m' ? 1 : 0)
  if (answers.turnover_year > known)
    throw new Refusal('einvoice_obligation.year_ahead', 'turnover_year', { year: String(known) })
  const id = before?.id ?? newId()
  const saved = await trx
    .insertInto('einvoice_obligation')
    .values({ id, ...answers, created_by: actor.id, updated_by: actor.id })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({
          ...answers,
          ...{ version: sql`einvoice_obligation.version + 1`, updated_at: sql`now()`, updated_by: actor.id },
        })
        .where('einvoice_obligation.version', '=', version),
    )
    .returning('id')
    .executeTakeFirst()
  if (!saved) throw new Refusal('version_conflict')
  const told = columns.filter((column) => before?.[column] !== answers[column])
  const only = (of: ObligationAnswers) => Object.fromEntries(told.map((column) => [column, of[column]]))
  await record(
    trx,
    actor,
    'einvoice_obligation.saved',
    { type: 'einvoice_obligation', id },
    { ...(before && { before: only(before) }), after: only(answers) },
  )
  return answers
}

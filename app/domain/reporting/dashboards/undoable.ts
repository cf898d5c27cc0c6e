import { type Kysely, sql } from 'kysely'
import { undoUntil as runUntil } from '#app/domain/billing/generations/find-generations.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { importsIn, undoUntil as importUntil } from '#app/domain/enrolment/imports/find-imports.ts'
import type { HandOverNoun } from '#app/domain/reporting/hand-overs/hand-over.ts'
import type { DB } from '#db/types.ts'

/** As many as a dashboard has room for. */
const mostShown = 5

interface Undoable {
  noun: HandOverNoun
  id: string
  month: string | null
  file_name: string | null
  /** The last instant. */
  until: Date
}

/** Runs and imports that a reader may still undo, by the scope of each permission, the latest first. */
export async function undoableWork(
  db: Kysely<DB>,
  scopes: Record<HandOverNoun, RowScope | undefined>,
): Promise<Undoable[]> {
  const [runs, imports] = await Promise.all([
    scopes.generation ? undoableRuns(db, scopes.generation) : [],
    scopes.import ? undoableImports(db, scopes.import) : [],
  ])
  return [...runs, ...imports]
}

async function undoableRuns(db: Kysely<DB>, { scope, user_id }: RowScope): Promise<Undoable[]> {
  const rows = await db
    .selectFrom('generation')
    .select(['id', 'month', runUntil.as('until')])
    .where(runUntil, 'is not', null)
    .$if(scope !== 'all', (query) => query.where('run_by', '=', user_id))
    .orderBy('finished_at', 'desc')
    .limit(mostShown)
    .execute()
  return rows.map(({ until, ...run }) => ({ noun: 'generation', ...run, until: until!, file_name: null }))
}

async function undoableImports(db: Kysely<DB>, scope: RowScope): Promise<Undoable[]> {
  const rows = await importsIn(db, scope)
    .select(['import.id', 'import.file_name', importUntil.as('until')])
    .where(importUntil, 'is not', null)
    .orderBy(sql`import.finished_at`, 'desc')
    .limit(mostShown)
    .execute()
  return rows.map(({ until, ...one }) => ({ noun: 'import', ...one, until: until!, month: null }))
}

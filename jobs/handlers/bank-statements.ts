import { databaseDay } from '#app/domain/core/clock.ts'
import { labelsOf } from '#app/domain/core/labels/tenant-labels.ts'
import { asRefusal, type RefusalCode } from '#app/domain/core/refusal.ts'
import { personOf } from '#app/domain/identity/accounts/accounts.ts'
import { failStatementUndo, undoStatement } from '#app/domain/payments/bank-statements/change-statement.ts'
import {
  failMatching,
  finishMatching,
  lockStatement,
  matchNext,
  scopeOf,
} from '#app/domain/payments/bank-statements/match-statement.ts'
import { findDirectory } from '#app/domain/payments/bank-statements/matching/directory.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import type { Handler } from '#jobs/handler.ts'
import { giveUpOnLastTry } from '#jobs/last-try.ts'

/** Looks at all lines of a statement, posts those that are certain, and goes on after a kill. */
export const matchStatement: Handler<'bank_statement.match'> = async ({ statement_id }, tools) => {
  const { withTenant, report, signal, job } = tools
  const statement = await withTenant((trx) => lockStatement(trx, statement_id))
  if (statement?.status !== 'matching') return
  await giveUpOnLastTry(
    job,
    async () => {
      const directory = await report((db) => findDirectory(db, statement.branch_id))
      const today = await withTenant(databaseDay)
      while (await matchNext(withTenant, statement_id, directory, today)) signal.throwIfAborted()
      await withTenant((trx) => finishMatching(trx, statement_id))
    },
    () => withTenant((trx) => failMatching(trx, statement_id)),
  )
}

/** All or nothing, in one transaction; what is in the way is told on the page of the statement. */
export const undoStatementOf: Handler<'bank_statement.undo'> = async (
  { statement_id },
  { withTenant, job },
) => {
  const leave = (code: RefusalCode) => withTenant((trx) => failStatementUndo(trx, statement_id, { code }))
  await giveUpOnLastTry(
    job,
    () =>
      withTenant(async (trx) => {
        const statement = await lockStatement(trx, statement_id)
        if (statement?.status !== 'undoing') return
        const person = await personOf(trx, statement.undone_by)
        if (!person) return failStatementUndo(trx, statement_id, { code: 'action_not_allowed' })
        const { t } = i18nOf(person.locale, await labelsOf(trx))
        await undoStatement(trx, person.actor, statement_id, {
          ...{ today: await databaseDay(trx), scope: scopeOf(statement.branch_id) },
          reason: t('bank_statement.undone_reason', { file: statement.file_name }),
        })
      }).catch((error) => {
        const refusal = asRefusal(error)
        if (!refusal) throw error
        return leave(refusal.code)
      }),
    () => leave('bank_statement.job_failed'),
  )
}

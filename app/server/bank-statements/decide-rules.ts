import type { DecideRules } from '#app/domain/payments/bank-statements/change-line.ts'
import { lineFor } from '#app/domain/payments/bank-statements/find-statements.ts'
import type { Work } from '#app/server/forms/submit.ts'

/** By whose rights and in whose words a line is decided. */
export async function decideRules({ trx, context, today }: Work, line_id: string): Promise<DecideRules> {
  const scope = context.scope('bank_statement.decide')
  const { file_name } = await lineFor(trx, scope, line_id)
  return { scope, today, early_reason: context.t('bank_line.early_reason', { file: file_name }) }
}

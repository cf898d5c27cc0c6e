import { redirect } from '@remix-run/node'
import { branchesToChoose } from '#app/domain/catalogue/branches/branches.ts'
import { countUse, refuseFlood } from '#app/domain/core/rate-limit.ts'
import { Refusal, type RefusalCode } from '#app/domain/core/refusal.ts'
import type { UploadInput } from '#app/domain/payments/bank-statements/bank-statement.ts'
import { stageStatement } from '#app/domain/payments/bank-statements/change-statement.ts'
import { LineFull } from '#app/integrations/at-most.ts'
import { type SheetFault, SheetUnusable } from '#app/integrations/spreadsheets/cell.ts'
import { readStatement } from '#app/integrations/statements/read-statement.ts'
import { type StatementFault, StatementUnusable } from '#app/integrations/statements/statement.ts'
import { paths } from '#app/paths.ts'
import { answerOnce, submissionOf } from '#app/server/forms/once.ts'
import { nameOfFile } from '#app/server/imports/file-name.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/** Files that one person may send; each takes seconds of the processor at worst. */
const uploads = { points: 60, seconds: 3600 }

/** Reads a file in a process of its own and keeps its lines, or leads on to its columns. */
export async function takeStatement(
  args: Parameters<typeof submissionOf>[0],
  { file: sent, branch_id: said }: UploadInput,
): Promise<Response> {
  const { context } = args
  const submission = await submissionOf(args)
  const { actor } = context
  const branch_id = said ?? null
  refuseFlood(await context.write((trx) => countUse(trx, `import:${actor.id}`, uploads)))
  await context.releaseConnection()
  const file = await orRefuse(context, async () => readStatement(Buffer.from(await sent.arrayBuffer())))
  return context.write((trx) =>
    answerOnce(trx, submission, async () => {
      const scope = context.scope('bank_statement.upload')
      const branches = await branchesToChoose(trx, scope)
      // Only who sees all of the organisation has its money matched with all of its families.
      if (branch_id === null ? scope.scope !== 'all' : !branches.some(({ id }) => id === branch_id))
        throw new Refusal('not_found.branch', 'branch_id')
      const given = { file, branch_id, file_name: nameOfFile(sent) }
      const { id, unknown } = await orRefuse(context, () => stageStatement(trx, actor, given))
      return redirect(unknown ? paths.bank_statement.map(id) : paths.bank_statement.view(id))
    }),
  )
}

/** What was wrong with a file is in the log: whoever runs the product sees honest files refused, and attacks. */
export async function orRefuse<R>(
  { services, requestId }: RequestContext,
  work: () => Promise<R>,
): Promise<R> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof LineFull) throw new Refusal('too_many_requests', 'file')
    if (!(error instanceof SheetUnusable) && !(error instanceof StatementUnusable)) throw error
    services.log.info({ requestId, reason: error.message }, 'a bank statement was refused')
    const row = ('line' in error && error.line) || '–'
    throw new Refusal(codeOf(error.fault), 'file', { row })
  }
}

/** Each fault has its sentence about statements, also of a sheet that is shared with the import from Excel. */
function codeOf(fault: SheetFault | StatementFault): RefusalCode {
  switch (fault) {
    case 'unreadable':
      return 'bank_statement.failed'
    case 'too_many_rows':
      return 'bank_statement.fault.too_many_lines'
    case 'no_rows':
    case 'not_a_sheet':
      return 'bank_statement.fault.not_a_statement'
    default:
      return `bank_statement.fault.${fault}`
  }
}

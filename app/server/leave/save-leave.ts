import type { ActionFunctionArgs } from '@remix-run/node'
import { refuseLeaveDays, requestLeave } from '#app/domain/classes/leave/change-leave.ts'
import type { LeaveInput } from '#app/domain/classes/leave/leave.ts'
import { refuseBeyondStorage } from '#app/domain/core/features/limits.ts'
import { countUse, refuseFlood } from '#app/domain/core/rate-limit.ts'
import { paths } from '#app/paths.ts'
import { storePaper } from '#app/server/documents/paper.ts'
import { ownFiles } from '#app/server/documents/stored-file.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { answerOnce, submissionOf } from '#app/server/forms/once.ts'

/** Papers that one person may send; each takes seconds of the processor at worst. */
const uploads = { points: 20, seconds: 3_600 }

/**
 * Saves a request for leave with its paper: a picture drawn anew, a PDF that can do nothing but be read. What is wrong with the
 * words is said before the paper is read. Refuses as requestLeave and storePaper do.
 */
export async function saveLeave(
  args: Pick<ActionFunctionArgs, 'request' | 'context'>,
  student_id: string,
  { file, form_key: _, ...asked }: LeaveInput,
): Promise<Response> {
  const { context } = args
  const { actor, today } = context
  const scope = context.scope('leave.request')
  const submission = await submissionOf(args)
  refuseLeaveDays(asked, today)
  if (file) refuseFlood(await context.write((trx) => countUse(trx, `leave-file:${actor.id}`, uploads)))
  await context.releaseConnection()
  const paper = file ? await storePaper(context, file, 'file') : null
  let named = false
  try {
    return await context.write((trx) =>
      answerOnce(trx, submission, async () => {
        if (paper && scope.scope !== 'own') await refuseBeyondStorage(trx, paper.bytes.length, 'file')
        const { id, name } = await requestLeave(trx, actor, scope, student_id, asked, paper, today)
        named = true
        return redirectWith(paths.leave_request.view(id), 'leave_request_sent', { name })
      }),
    )
  } catch (error) {
    named = false
    throw error
  } finally {
    // A form that is sent twice has its paper already.
    if (paper && !named) await ownFiles(context).remove(paper.storage_key)
  }
}

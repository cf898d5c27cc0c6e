import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { entriesOfPhone, phoneBatch, phoneForm } from '#app/domain/classes/marking/mark.ts'
import { lockedSession, markSession } from '#app/domain/classes/marking/mark-session.ts'
import { databaseTime } from '#app/domain/core/clock.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { paths } from '#app/paths.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Marks that a phone kept while it had no network; answers which are stored, for the script of the page. */
export const handle = { access: 'attendance.edit' } satisfies Handle

/** Whoever opens its address comes to the page. */
export const loader = ({ params }: ActionFunctionArgs) =>
  redirect(paths.marking.mark(idOf(params, 'not_found.attendance')))

export async function action(args: ActionFunctionArgs) {
  const answer = await store(args)
  if (answer instanceof Response) return answer
  return Response.json({ stored: [] }, { status: answer.init?.status ?? 422 })
}

const store = (args: ActionFunctionArgs) =>
  submit(args, phoneForm, async ({ trx, actor, context }, { batch }) => {
    const id = idOf(args.params, 'not_found.attendance')
    const scope = context.scope('attendance.edit')
    const sent = phoneBatch.safeParse(parsed(batch))
    if (!sent.success) throw new Refusal('marking.batch', 'batch')
    const { version: before } = await lockedSession(trx, scope, id)
    const now = (await databaseTime(trx)).getTime()
    const students = context.can('student.view') ? context.scope('student.view') : undefined
    const entries = entriesOfPhone(sent.data, now)
    const { lost, kept } = await markSession(trx, actor, scope, id, entries, 'phone', { students })
    const { version } = await lockedSession(trx, scope, id)
    return Response.json({
      // All of them: what cannot count is stored as well.
      stored: entries.map((entry) => entry.id),
      ...{ before, version, at: now },
      look: lost.length > 0 || kept.length > 0,
    })
  })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

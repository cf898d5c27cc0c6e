import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { sendStatement, sendStatementForm, spanOf } from '#app/domain/people/families/statement.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Mails the family its statement over the days of the address. */
export const handle = { access: 'statement.mail' } satisfies Handle

const pageOf = ({ params, request, context }: LoaderFunctionArgs) => {
  const id = idOf(params, 'not_found.parent')
  const span = spanOf(new URL(request.url).searchParams, context.today)
  return { id, span, page: paths.family.statement(id, { ...span }) }
}

/** The address of a verb is no page; who comes by a link is led to the statement, whatever it is about. */
export const loader = ({ params }: LoaderFunctionArgs) =>
  redirect(paths.family.statement(encodeURIComponent(params.id ?? '')))

export const action = (args: ActionFunctionArgs) => {
  const { id, span, page } = pageOf(args)
  return submitVerb(args, sendStatementForm, page, async ({ trx, actor, context }) => {
    const email = await sendStatement(trx, actor, context.scope('statement.mail'), id, span)
    return redirectWith(page, 'statement_sent', { email })
  })
}

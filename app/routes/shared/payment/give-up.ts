import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { giveUpApproval } from '#app/domain/gateways/answers/give-up.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { codeOf } from '#app/server/payments/public-page.ts'
import { publicVerb } from '#app/server/payments/public-verb.ts'
import { wayBack } from '#app/server/payments/way-back.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'guest' } satisfies Handle

export const loader = ({ params }: LoaderFunctionArgs) =>
  redirect(paths.payment.status(codeOf(params, 'not_found.payment')))

/** A payer who made a mistake does not wait for the approver of a company's account. */
export const action = (args: ActionFunctionArgs) =>
  publicVerb(args, giveUpApproval, (before, code) =>
    redirectWith(wayBack(before, args.context.actor) ?? paths.payment.status(code), 'attempt_given_up', {}),
  )

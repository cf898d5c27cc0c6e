import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { noFields } from '#app/domain/core/fields.ts'
import { turnSecondFactorOff } from '#app/domain/identity/second-factor/second-factor.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ownAccount } from '#app/server/sign-in/second-factor.ts'

export const handle = { access: 'admin.profile.edit', confirm: 'change' } satisfies Handle

export const loader = () => redirect(paths.admin.profile())

export const action = (args: ActionFunctionArgs) =>
  submitVerb(args, noFields, paths.admin.profile(), async ({ trx, context }) => {
    await turnSecondFactorOff(trx, ownAccount(context).actor, context.services.secondFactor)
    return redirectWith(paths.admin.profile(), 'second_factor_off')
  })

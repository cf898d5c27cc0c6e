import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { Refusal } from '#app/domain/core/refusal.ts'
import { switchForm } from '#app/domain/identity/accounts/profile.ts'
import { ownPath, paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { sessionCookie } from '#app/server/http/cookies.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { narrowSession } from '#app/server/session/session.ts'

/** "View as": narrows the session to one profile of its person, or back to all of them. Never to more than they have. */
export const handle = { access: 'profile.view' } satisfies Handle

export const loader = () => redirect(paths.profile.view())

export const action = (args: ActionFunctionArgs) =>
  submitVerb(args, switchForm, paths.profile.view(), async ({ trx, context }, input) => {
    const { session, t } = context
    const chosen = input.profile === 'all' ? null : input.profile
    if (session?.kind !== 'user' || (chosen && !session.profiles.includes(chosen)))
      throw new Refusal('action_not_allowed')
    const token = await narrowSession(trx, session, chosen)
    // The page that it was chosen on may not be there for this profile.
    const to = ownPath(input.to, paths.dashboard())
    const response = chosen
      ? await redirectWith(to, 'profile_narrowed', { profile: t(`profile.as.${chosen}`) }, 'notice')
      : await redirectWith(to, 'profile_switched', {}, 'notice')
    response.headers.append('set-cookie', sessionCookie(token))
    return response
  })

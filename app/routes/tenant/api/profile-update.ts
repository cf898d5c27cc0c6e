import { updateProfile } from '#app/domain/identity/accounts/profile.ts'
import { profileAnswer, profileInput } from '#app/server/api/answers/profile.ts'
import { apiChange } from '#app/server/api/call.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'profile.edit', api: true } satisfies Handle

const call = apiChange('profile/update', async ({ input, trx, context }) => {
  const { actor, session } = context
  const own = session?.kind === 'user' ? session : undefined
  await updateProfile(trx, actor, await profileInput(trx, actor.id!, input), {
      confirmed: own?.confirmed === true,
      session_id: own?.id,
    })
  return profileAnswer(trx, actor.id!)
})
export const loader = call.loader
export const action = call.action

import { updateProfile } from '#app/domain/identity/accounts/profile.ts'
import { countClaims } from '#app/domain/identity/contacts/claims.ts'
import { profileAnswer, profileInput } from '#app/server/api/answers/profile.ts'
import { apiSteps } from '#app/server/api/call.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'profile.edit', api: true } satisfies Handle

const call = apiSteps('profile/update', async ({ input, context }) => {
  const { actor, session, write } = context
  await countClaims(write, actor.id!, input)
  const own = session?.kind === 'user' ? session : undefined
  const proof = { confirmed: own?.confirmed === true, session_id: own?.id }
  return write(async (trx) => {
    await updateProfile(trx, actor, await profileInput(trx, actor.id!, input), proof)
    return profileAnswer(trx, actor.id!)
  })
})
export const loader = call.loader
export const action = call.action

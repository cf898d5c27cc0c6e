import { profileAnswer } from '#app/server/api/answers/profile.ts'
import { apiRead } from '#app/server/api/call.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'profile.view', api: true } satisfies Handle

const call = apiRead('profile/view', ({ db, context }) => profileAnswer(db, context.actor.id!))
export const loader = call.loader
export const action = call.action

import { Refusal } from '#app/domain/core/refusal.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'guest', api: true } satisfies Handle

export const loader = () => {
  throw new Refusal('not_found.call')
}

export const action = loader

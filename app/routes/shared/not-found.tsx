import { Refusal } from '#app/domain/core/refusal.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'guest', helper: true } satisfies Handle

export const loader = () => {
  throw new Refusal('not_found.page')
}

export const action = loader

/** Never drawn: the error page of the root answers. Without it Remix would treat this as a resource. */
export default function NotFound() {
  return null
}

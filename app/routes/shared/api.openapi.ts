import { json } from '#app/server/api/answers.ts'
import { openApiDocument } from '#app/server/api/openapi.ts'
import type { Handle } from '#app/server/trees.ts'

export const handle = { access: 'guest', api: true } satisfies Handle

/** The description of the API for programs; the same for everybody, so it may be kept for a while. */
export const loader = () => {
  const answer = json(openApiDocument(), 200)
  answer.headers.set('cache-control', 'public, max-age=300')
  return answer
}

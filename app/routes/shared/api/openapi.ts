import { json } from '#app/server/api/answers.ts'
import { openApiDocument } from '#app/server/api/openapi.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'guest', api: true } satisfies Handle

/** The description of the API for programs. */
export const loader = () => json(openApiDocument(), 200)

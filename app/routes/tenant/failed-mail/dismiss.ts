import { redirect } from '@remix-run/node'
import { paths } from '#app/paths.ts'
import { resolveVerb } from '#app/server/failed-mails/resolve-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'family.contact' } satisfies Handle

export const loader = () => redirect(paths.failed_mail.list())

export const action = resolveVerb('dismissed')

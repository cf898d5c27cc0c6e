import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { draftOfCode } from '#app/domain/enrolment/online-registration/drafts.ts'
import { paths } from '#app/paths.ts'
import { draftCookie } from '#app/server/http/cookies.ts'
import { byPublicCode, codeOf } from '#app/server/payments/public-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** The link of the mail: its code moves into this browser's cookie and out of the address. */
export const handle = { access: 'guest' } satisfies Handle

const missing = 'not_found.draft'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const code = codeOf(params, missing)
  await byPublicCode(context, { code, missing, path: paths.register.resume(code) }, (db) =>
    draftOfCode(db, code),
  )
  const headers = { 'set-cookie': await draftCookie.set(code), 'x-robots-tag': 'noindex' }
  return redirect(paths.register.start(), { headers })
}

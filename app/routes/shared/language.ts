import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Refusal } from '#app/domain/core/refusal.ts'
import { isLocale } from '#app/i18n/locales.ts'
import { ownPath, paths } from '#app/paths.ts'
import { languageCookie } from '#app/server/http/cookies.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'guest', helper: true } satisfies Handle

/** The language switch: remembers the choice in a cookie and goes back to the page it was on. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  if (!isLocale(params.locale)) throw new Refusal('not_found.page')
  const to = ownPath(new URL(request.url).searchParams.get('to'), paths.home())
  return redirect(to, { headers: { 'set-cookie': await languageCookie.serialize(params.locale) } })
}

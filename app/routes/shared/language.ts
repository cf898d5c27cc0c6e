import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Refusal } from '#app/domain/core/refusal.ts'
import { chooseLanguage } from '#app/domain/identity/accounts/language.ts'
import { chooseOperatorLanguage } from '#app/domain/platform/operators/operator-language.ts'
import { isLocale } from '#app/i18n/locales.ts'
import { ownPath, paths } from '#app/paths.ts'
import { rememberLanguage } from '#app/server/http/language-choice.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'guest', helper: true } satisfies Handle

/**
 * The language switch: the choice becomes the language of the account, or of this browser while nobody is signed in, and
 * the page it was made on is shown again. It is a plain link, so that it works in every frame and on error pages; a link
 * on another site changes no account.
 */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { locale } = params
  if (!isLocale(locale)) throw new Refusal('not_found.page')
  const to = ownPath(new URL(request.url).searchParams.get('to'), paths.home())
  const { session, actor } = context
  const isAccount = session?.kind === 'user' || session?.kind === 'operator'
  if (isAccount && isElsewhere(request)) return redirect(to)
  if (session?.kind === 'user') await context.writeWithoutRecount((trx) => chooseLanguage(trx, actor, locale))
  if (session?.kind === 'operator')
    await context.writeWithoutRecount((trx) => chooseOperatorLanguage(trx, actor, locale))
  const remembered = await rememberLanguage({ locale, from: isAccount ? 'account' : 'switch' })
  return redirect(to, { headers: { 'set-cookie': remembered } })
}

function isElsewhere({ method, headers }: Request): boolean {
  const from = headers.get('sec-fetch-site')
  return (
    method !== 'GET' || headers.has('sec-purpose') || (from !== null && !/^(same-origin|none)$/.test(from))
  )
}

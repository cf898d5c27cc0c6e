import { redirect } from '@remix-run/node'
import type { OfEachNoun } from '#app/domain/core/resources.ts'
import type everyNoun from '#app/i18n/en/every-noun.json'
import type sentences from '#app/i18n/en/flash.json'
import { flashCookie } from '#app/server/http/cookies.ts'
import type { FlashMessage } from '#app/server/request/context.ts'

type Key = (keyof typeof sentences & string) | OfEachNoun<keyof (typeof everyNoun)['flash']>
/** A sentence of `flash.json` or of every noun, without the endings of its plurals; or `refused`, with a `code` of `refusal.json`. */
export type FlashKey = 'refused' | Sentence
type Sentence = Key extends infer K ? (K extends `${infer Base}_${'one' | 'other'}` ? Base : K) : never

/** On to a page that says once what was done. */
export async function redirectWith(
  to: string,
  key: FlashKey,
  values: Record<string, string | number> = {},
  tone: FlashMessage['tone'] = 'success',
): Promise<Response> {
  const flash: FlashMessage = { tone, key, values }
  return redirect(to, { headers: { 'set-cookie': await flashCookie.serialize(flash) } })
}

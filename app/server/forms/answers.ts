import { redirect } from '@remix-run/node'
import type { KeyOf } from '#app/i18n/keys.ts'
import { flashCookie } from '#app/server/http/cookies.ts'
import type { FlashMessage } from '#app/server/request/context.ts'

type Sentence =
  KeyOf<'flash'> extends infer K ? (K extends `${infer Base}_${'zero' | 'one' | 'other'}` ? Base : K) : never
/** A sentence of the group `flash`, without the endings of its plurals; or `refused`, with a `code` of `refusal`. */
export type FlashKey = 'refused' | Sentence

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

/** The sentence about a row that was switched on or off. */
export const switchedFlash = <Noun extends string>(noun: Noun, status: 'active' | 'inactive') =>
  status === 'active' ? (`${noun}_activated` as const) : (`${noun}_deactivated` as const)

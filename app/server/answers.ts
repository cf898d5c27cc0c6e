import { redirect } from '@remix-run/node'
import type { FlashMessage } from './context.ts'
import { flashCookie } from './cookies.ts'

/** On to a page that says once what was done. `key` is one of `flash.json`. */
export async function redirectWith(
  to: string,
  key: string,
  values: Record<string, string | number> = {},
  tone: FlashMessage['tone'] = 'success',
): Promise<Response> {
  const flash: FlashMessage = { tone, key, values }
  return redirect(to, { headers: { 'set-cookie': await flashCookie.serialize(flash) } })
}

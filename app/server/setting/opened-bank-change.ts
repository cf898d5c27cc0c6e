import { bankChange } from '#app/domain/organisation/bank-changes/find-bank-changes.ts'
import { hasLetter } from '#app/server/documents/letter.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { idOf } from '#app/server/routing/params.ts'

/** What an operator looks at: the account that is asked for, and of which kind its letter is, if there is one. */
export async function openedBankChange(context: RequestContext, params: Record<string, string | undefined>) {
  const id = idOf(params, 'not_found.bank_change')
  const {
    letter_key,
    letter_type,
    letter_bytes: _bytes,
    schema_name,
    ...row
  } = await bankChange(await context.read(), id)
  const there = letter_key !== null && (await hasLetter(schema_name, letter_key))
  return { row, letter: there ? letter_type : null }
}

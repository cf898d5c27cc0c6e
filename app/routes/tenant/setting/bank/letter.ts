import type { LoaderFunctionArgs } from '@remix-run/node'
import { letterOf, ownBankChange } from '#app/domain/organisation/bank-changes/find-bank-changes.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { letterAnswer } from '#app/server/documents/letter.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** A letter of the bank that was handed in, for who may change the account. */
export const handle = { access: 'bank.edit' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const row = await ownBankChange(await context.read(), idOf(params, 'not_found.bank_change'))
  return letterAnswer(context, tenantOf(context).place.schema, letterOf(row))
}

import type { LoaderFunctionArgs } from '@remix-run/node'
import { bankChange, letterOf } from '#app/domain/organisation/bank-changes/find-bank-changes.ts'
import { letterAnswer } from '#app/server/documents/letter.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** The letter itself, out of the store of the organisation that handed it in. */
export const handle = { access: 'admin.entity_bank.view' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const row = await bankChange(await context.read(), idOf(params, 'not_found.bank_change'))
  return letterAnswer(context, row.schema_name, letterOf(row))
}

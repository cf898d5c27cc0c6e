import { redirect } from '@remix-run/node'
import type { Transaction } from 'kysely'
import type { RequestContext } from '#app/server/request/context.ts'
import { idFrom } from '#db/id.ts'
import type { Last } from '#db/request-database.ts'
import type { DB } from '#db/types.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The `form_key` of a form as it counts: for this person and this address alone. */
export function submissionKey(
  { request, context }: { request: Request; context: RequestContext },
  key: FormDataEntryValue | null | undefined,
): string | undefined {
  if (typeof key !== 'string' || !uuid.test(key)) return undefined
  return idFrom('form', context.actor.id ?? '', new URL(request.url).pathname, key)
}

/**
 * A double click or a replayed post waits for the first, then is led to where that one led. The key and the work are
 * one transaction, so a refused form may be sent again.
 */
export async function answerOnce(
  trx: Transaction<DB>,
  key: string | undefined,
  work: (last: Last) => Promise<Response>,
  last: Last = () => {},
): Promise<Response> {
  if (!key) return work(last)
  const first = await trx
    .insertInto('form_submission')
    .values({ key, location: '' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!first) {
    const { location } = await trx
      .selectFrom('form_submission')
      .select('location')
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    return redirect(location)
  }
  // Where it led is still to be written down.
  const response = await work(() => {})
  const location = response.headers.get('location')
  if (!location) throw new Error('a form that is done once must lead on to a page')
  const kept = trx.updateTable('form_submission').set({ location }).where('key', '=', key).execute()
  last()
  await kept
  return response
}

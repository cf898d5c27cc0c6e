import { createHash } from 'node:crypto'
import { redirect } from '@remix-run/node'
import type { Transaction } from 'kysely'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { idFrom } from '#db/id.ts'
import type { Last } from '#db/request-database.ts'
import type { DB } from '#db/types.ts'
import { formOf } from './form-data.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** A form that is done once: the key under which it is stored, and a digest of all that it says. */
export interface Submission {
  key: string
  digest: Buffer
}

/** What was sent, by the `form_key` of its form, which counts for this person and this address alone. */
export async function submissionOf({
  request,
  context,
}: {
  request: Request
  context: RequestContext
}): Promise<Submission | undefined> {
  const form = await formOf(request)
  const key = form.get('form_key')
  if (typeof key !== 'string' || !uuid.test(key)) return undefined
  return {
    key: idFrom('form', context.actor.id ?? '', new URL(request.url).pathname, key),
    digest: await digestOf(form),
  }
}

/** The form's own key is part of it, so that nobody can guess from the digest what was typed. */
async function digestOf(form: FormData): Promise<Buffer> {
  const hash = createHash('sha256')
  for (const [name, value] of form) {
    const isText = typeof value === 'string'
    const bytes = isText ? Buffer.from(value) : Buffer.from(await value.arrayBuffer())
    hash.update(JSON.stringify([name, isText ? null : value.name, bytes.length])).update(bytes)
  }
  return hash.digest()
}

/**
 * A double click or a replayed post waits for the first, then is led to where that one led. The key and the work are
 * one transaction, so a refused form may be sent again. Refuses (form.already_sent, with `href` to what was done first) the
 * same form with other content: the first was done, and this one was not.
 */
export async function answerOnce(
  trx: Transaction<DB>,
  submission: Submission | undefined,
  work: (last: Last) => Promise<Response>,
  last: Last = () => {},
): Promise<Response> {
  if (!submission) return work(last)
  const { key, digest } = submission
  const first = await trx
    .insertInto('form_submission')
    .values({ key, digest, location: '' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!first) {
    const sent = await trx
      .selectFrom('form_submission')
      .select(['location', 'digest'])
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    if (sent.digest && !digest.equals(sent.digest))
      throw new Refusal('form.already_sent', undefined, { href: sent.location })
    return redirect(sent.location)
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

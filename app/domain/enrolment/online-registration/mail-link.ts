import type { Transaction } from 'kysely'
import { countUses, visitorKey } from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { type Keys, open, seal } from '#app/domain/core/secrets.ts'
import type { Write } from '#app/domain/core/transactions.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import type { Draft } from './draft.ts'

const day = 86_400
/** Mails with a link: of one draft, to one address, from one network. */
const mails = { draft: 3, address: 5, network: 20 } as const

const cellOf = ({ place }: Keys, row: string) =>
  ({ place, table: 'outbox', column: 'registration_code', row }) as const

/**
 * Mails a family the link to its draft. The code is sealed for the worker alone, since whoever has it reads the draft.
 * Refuses too_many_requests.
 */
export async function mailDraftLink(
  write: Write,
  keys: Keys,
  given: { draft: Pick<Draft, 'id'>; code: string; address: string; ip: string | null; locale: Locale },
): Promise<void> {
  const { draft, code, address, ip, locale } = given
  const over = await write((trx) =>
    countUses(trx, [
      { key: `registration.link:${draft.id}`, points: mails.draft, seconds: 3_600 },
      { key: `registration.link to ${address}`, points: mails.address, seconds: day },
      { key: visitorKey('registration.link', ip), points: mails.network, seconds: 3_600 },
    ]),
  )
  if (over) throw new Refusal('too_many_requests')
  const code_sealed = seal(keys.ring, cellOf(keys, draft.id), code)
  await write((trx) =>
    enqueue(trx, 'registration_draft.send', { draft_id: draft.id, code_sealed, address, locale }),
  )
}

/** The code of a link that shall be mailed; undefined when the draft is over, handed in or gone. */
export async function codeToMail(
  trx: Transaction<DB>,
  keys: Keys,
  { draft_id, code_sealed }: { draft_id: string; code_sealed: string },
): Promise<{ code: string; expires_at: Date } | undefined> {
  const row = await trx
    .selectFrom('registration_draft')
    .select('expires_at')
    .where('id', '=', draft_id)
    .where('application_id', 'is', null)
    .executeTakeFirst()
  return row && { ...row, code: open(keys.ring, cellOf(keys, draft_id), code_sealed) }
}

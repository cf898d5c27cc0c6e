import type { Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { isMailAddress } from '#app/integrations/mail/message.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { readableFamily, type Span } from './statement.ts'

/**
 * Mails a family its statement, in its own language, to the address that is on file. Refuses who may not read it
 * (not_found.parent, statement.elsewhere), and a family without an address (statement.no_address). Returns the address.
 */
export async function sendStatement(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  parent_id: string,
  span: Span,
): Promise<string> {
  await readableFamily(trx, scope, parent_id)
  const { email } = await trx
    .selectFrom('parent')
    .select('email')
    .where('id', '=', parent_id)
    .executeTakeFirstOrThrow()
  const address = email?.trim() ?? ''
  if (!isMailAddress(address)) throw new Refusal('statement.no_address')
  await enqueue(trx, 'statement.send', { parent_id, ...span })
  await record(
    trx,
    actor,
    'parent.statement_sent',
    { type: 'parent', id: parent_id },
    { after: { ...span, mailed_to: address } },
  )
  return address
}

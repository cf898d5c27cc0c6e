import { createMessages, type KeyedMessage } from '#app/domain/messaging/delivery/create-messages.ts'
import { parent, type Trx } from '#tests/support/database/factories.ts'

/** Makes a message about an absence to a new family. */
export async function absenceTo(
  trx: Trx,
  given: Required<Pick<KeyedMessage, 'key'>> & Pick<KeyedMessage, 'deliveries'>,
): Promise<void> {
  const { id: parent_id, name } = await parent(trx)
  const to = { announcement_id: null, parent_id, user_id: null, name, locale: 'my', facts: {} }
  await createMessages(trx, [{ kind: 'absence', ...to, ...given }])
}

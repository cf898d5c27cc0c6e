import { randomInt, timingSafeEqual } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { countUse, refuseFlood } from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { blindIndexes, type Keyring, open } from '#app/domain/core/secrets.ts'
import type { Transactions } from '#app/domain/core/transactions.ts'
import { entityCell } from '#app/domain/organisation/entities/find-entity.ts'
import { MailError } from '#app/integrations/mail/error.ts'
import type { OwnMailServer } from '#app/integrations/mail/settings.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { MailServerFault } from './mail-server.ts'

/** Test mails in an hour, since each makes us connect to a server that the organisation has chosen. */
const perHour = { points: 5, seconds: 3600 }
/** Minutes for which the code of a test mail is valid. */
export const codeMinutes = 30
/** Wrong codes after which the code becomes void. */
const mostTries = 5

interface MailTest extends Transactions {
  actor: Actor
  entity: { id: string; name: string; place: { schema: string } }
  ring: Keyring
}

/** Rejects when the server does not take the code. */
export type SendCode = (own: OwnMailServer, code: string) => Promise<void>

/**
 * Sends a code through the organisation's own mail server, while no transaction is open: `tested` when the server takes
 * it, `failed` when not; a verified one stays verified. Refuses when nothing is set up (smtp.not_setup), the sixth mail
 * in an hour, and with smtp.test_failed whatever the server has said.
 */
export async function testMailServer(
  transactions: MailTest,
  to: string,
  send: SendCode,
): Promise<{ expires_at: Date }> {
  const { write } = transactions
  const { own, version } = await write((trx) => ownMailServer(trx, transactions))
  refuseFlood(await write((trx) => countUse(trx, 'smtp.test', perHour)))
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await transactions.releaseConnection()
  const failure = await send(own, code).then(
    () => undefined,
    (error: unknown) => error ?? new Error('mail was not sent'),
  )
  const expires_at = await write(async (trx) => {
    await noteTry(trx, transactions.entity.id, version, failure === undefined ? null : faultOf(failure))
    await setStatus(trx, transactions, version, failure ? 'failed' : 'tested', to)
    return failure ? undefined : keepCode(trx, transactions, { to, code, version })
  })
  if (!expires_at) throw new Refusal('smtp.test_failed')
  return { expires_at }
}

async function ownMailServer(trx: Transaction<DB>, { entity, ring }: MailTest) {
  const row = await trx
    .selectFrom('platform.entity')
    .select(['smtp_host', 'smtp_port', 'smtp_username', 'smtp_password_sealed'])
    .select(['smtp_sender_name', 'smtp_sender_email', 'smtp_status', 'version'])
    .where('id', '=', entity.id)
    .executeTakeFirstOrThrow()
  const { smtp_host, smtp_port, smtp_sender_email, smtp_password_sealed: sealed } = row
  if (row.smtp_status === 'not_setup' || !smtp_host || !smtp_port || !smtp_sender_email)
    throw new Refusal('smtp.not_setup')
  const own: OwnMailServer = {
    smtp_host,
    smtp_port,
    smtp_username: row.smtp_username,
    smtp_password: sealed === null ? null : open(ring, entityCell(entity.id, 'smtp_password_sealed'), sealed),
    smtp_sender_name: row.smtp_sender_name ?? entity.name,
    smtp_sender_email,
  }
  return { own, version: row.version }
}

const faultOf = (failure: unknown) => (failure instanceof MailError ? failure.failure : 'unreachable')

/** Of a verified one, too, which stays so. */
async function noteTry(trx: Transaction<DB>, id: string, version: number, fault: MailServerFault | null) {
  await trx
    .updateTable('platform.entity')
    .set({ smtp_failure: fault, smtp_tried_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()
}

/** Settings that were changed while the mail was on its way keep the state that they have. */
async function setStatus(
  trx: Transaction<DB>,
  { actor, entity: { id } }: MailTest,
  version: number,
  status: 'tested' | 'failed' | 'verified',
  to?: string,
): Promise<void> {
  const changed = await trx
    .updateTable('platform.entity')
    .set({ smtp_status: status })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('smtp_status', 'in', status === 'verified' ? ['tested'] : ['entered', 'tested', 'failed'])
    .executeTakeFirst()
  const after = { smtp_status: status, ...(to === undefined ? {} : { to }) }
  if (changed.numUpdatedRows > 0n || to !== undefined)
    await record(trx, actor, `entity.smtp_${status}`, { type: 'entity', id }, { after })
}

async function keepCode(
  trx: Transaction<DB>,
  { entity, ring }: MailTest,
  { to, code, version }: { to: string; code: string; version: number },
): Promise<Date> {
  const id = newId()
  const [code_mac] = macsOf(ring, entity, id, code)
  await trx.updateTable('mail_test').set({ used_at: sql`now()` }).where('used_at', 'is', null).execute()
  const { expires_at } = await trx
    .insertInto('mail_test')
    .values({
      id,
      sent_to: to,
      code_mac: code_mac!,
      entity_version: version,
      expires_at: sql<Date>`now() + make_interval(mins => ${codeMinutes})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return expires_at
}

/**
 * The code has arrived, so mail may go this way. Refuses (smtp.verify_failed) a wrong, used or old code and one of
 * other settings; the fifth wrong one ends it and the state becomes `failed`.
 */
export async function verifyMailServer(transactions: MailTest, code: string): Promise<void> {
  const verified = await transactions.write(async (trx) => {
    const test = await trx
      .selectFrom('mail_test')
      .innerJoin('platform.entity', 'platform.entity.version', 'mail_test.entity_version')
      .select(['mail_test.id', 'mail_test.code_mac', 'mail_test.tries', 'mail_test.entity_version'])
      .where('platform.entity.id', '=', transactions.entity.id)
      .where('platform.entity.smtp_status', '=', 'tested')
      .where('mail_test.used_at', 'is', null)
      .where('mail_test.expires_at', '>', sql<Date>`now()`)
      .orderBy('mail_test.created_at', 'desc')
      .forUpdate('mail_test')
      .executeTakeFirst()
    if (!test) return false
    const { id, entity_version } = test
    const fits = macsOf(transactions.ring, transactions.entity, id, code).some((mac) =>
      timingSafeEqual(mac, test.code_mac),
    )
    const over = fits || test.tries + 1 >= mostTries
    await trx
      .updateTable('mail_test')
      .set({ tries: test.tries + 1, ...(over && { used_at: sql<Date>`now()` }) })
      .where('id', '=', id)
      .execute()
    if (over) {
      await noteTry(trx, transactions.entity.id, entity_version, fits ? null : 'code')
      await setStatus(trx, transactions, entity_version, fits ? 'verified' : 'failed')
    }
    return fits
  })
  if (!verified) throw new Refusal('smtp.verify_failed')
}

/** Six digits could be brute-forced from a hash, so a keyed MAC is stored; one for each key that may have made it. */
function macsOf(ring: Keyring, { place }: MailTest['entity'], id: string, code: string): Buffer[] {
  return blindIndexes(ring, { place: place.schema, table: 'mail_test', column: 'code_mac' }, `${id}:${code}`)
}

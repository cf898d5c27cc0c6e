import { type Kysely, sql } from 'kysely'
import { rolesWith } from '#app/domain/core/access/access.ts'
import { type Recipient, recipientOf } from '#app/domain/core/letters/recipients.ts'
import { oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, operatorList, type Selected } from '#app/domain/core/lists/list.ts'
import { entityChoices } from '#app/domain/core/lists/references.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { SecretCell } from '#app/domain/core/secrets.ts'
import { notifiableAccounts } from '#app/domain/identity/accounts/accounts.ts'
import type { DB } from '#db/types.ts'
import { type BankChangeStatus, bankChangeStatuses } from './bank-change.ts'

/** The cell of the encrypted account number of a change. */
export const changeCell = (id: string): SecretCell => ({
  ...{ place: 'platform', table: 'entity_bank_change', column: 'account_number_sealed', row: id },
})

/** Requested changes of organisations' bank accounts, the latest first. */
export const bankChangeList = operatorList<Selected<typeof asked>>()({
  name: 'entity-bank',
  title: 'bank_change.plural',
  access: { view: 'admin.entity_bank.view', print: 'admin.entity_bank.view' },
  columns: [
    { key: 'entity', label: 'collection.entity', room: 'who', sort: true },
    { key: 'bank_name', label: 'bank_change.bank_name', room: 'wide', sort: true },
    { key: 'account_name', label: 'bank_change.account_name', room: 'wide', sort: true },
    { key: 'last_four', label: 'bank_change.last_four', kind: 'number' },
    { key: 'asker', label: 'bank_change.asker', only: 'file' },
    { key: 'asked_at', label: 'bank_change.asked_at', kind: 'instant', room: 'widest', sort: true },
    { key: 'decider', label: 'bank_change.decider', only: 'file' },
    { key: 'status', label: 'bank_change.status', kind: 'status' },
  ],
  filters: {
    status: oneOf('bank_change.status', bankChangeStatuses, 'common.status'),
    entity_id: oneEntry('collection.entity', entityChoices),
  },
  tabs: byStatus,
  defaultSort: '-asked_at',
  query(db, _reader, { q, status, entity_id }) {
    let query = asked(db)
    if (status) query = query.where('bank.status', '=', status)
    if (entity_id) query = query.where('bank.entity_id', '=', entity_id)
    return q
      ? query.where((eb) => contains(eb, q, ['entity.name', 'bank.account_name', 'bank.bank_name']))
      : query
  },
})

function asked(db: Kysely<DB>) {
  return db
    .selectFrom('platform.entity_bank_change as bank')
    .innerJoin('platform.entity as entity', 'entity.id', 'bank.entity_id')
    .select(['bank.id', 'entity.name as entity', 'bank.bank_name', 'bank.account_name', 'bank.last_four'])
    .select(['bank.asker', 'bank.asked_at', 'bank.decider'])
    .select(sql<BankChangeStatus>`bank.status`.as('status'))
}

/** One change of any organisation. Runs in the platform's schema. Refuses not_found.bank_change. */
export async function bankChange(db: Kysely<DB>, id: string) {
  const row = await asked(db)
    .select(['bank.entity_id', 'bank.bank_code', 'bank.decided_at', 'bank.decision_reason', 'bank.version'])
    .select(['bank.letter_key', 'bank.letter_type', 'bank.letter_bytes', 'bank.registration_id'])
    .select(['entity.schema_name', 'entity.company_name', 'entity.registration_number'])
    .where('bank.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.bank_change')
  return row
}

/** The number of pending changes. */
export async function bankChangesWaiting(db: Kysely<DB>): Promise<number> {
  const { count } = await db
    .selectFrom('platform.entity_bank_change')
    .where('status', '=', 'pending')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The pending change of one organisation. */
export const waitingOf = (db: Kysely<DB>, entity_id: string) =>
  asked(db).where('bank.entity_id', '=', entity_id).where('bank.status', '=', 'pending').executeTakeFirst()

const own = (db: Kysely<DB>) =>
  db
    .selectFrom('platform.entity_bank_change')
    .where('entity_id', '=', sql<string>`platform.current_entity()`)
    .select(['id', 'bank_name', 'account_name', 'last_four', 'asker', 'asked_at', 'decided_at'])
    .select(['decision_reason', 'letter_key', 'letter_type', 'letter_bytes', 'version'])
    .select(sql<BankChangeStatus>`status`.as('status'))

/** The organisation's own changes, the latest first. */
export const ownBankChanges = (db: Kysely<DB>) => own(db).orderBy('id', 'desc').limit(20).execute()

/** One of the organisation's own; refuses with not_found.bank_change. */
export async function ownBankChange(db: Kysely<DB>, id: string) {
  const row = await own(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found.bank_change')
  return row
}

const bankEditors = rolesWith('bank.edit')

interface BankAccountEditor {
  /** Null for the organisation's contact. */
  id: string | null
  name: string
  email: string
  locale: string
}

/** Recipients of mails about the bank account: accounts that may change it, and the contact, each address once. */
export async function bankAccountEditors(db: Kysely<DB>): Promise<BankAccountEditor[]> {
  const accounts = await notifiableAccounts(db).where(sql<boolean>`roles && ${bankEditors}::text[]`).execute()
  const contact = await db
    .selectFrom('platform.entity')
    .select(['contact_name as name', 'contact_email as email', 'default_locale as locale'])
    .where('id', '=', sql<string>`platform.current_entity()`)
    .executeTakeFirstOrThrow()
  const people = accounts.map(({ email, ...rest }) => ({ ...rest, email: email! }))
  const known = people.some(({ email }) => email.toLowerCase() === contact.email.toLowerCase())
  return known ? people : [...people, { id: null, ...contact }]
}

/** One of them as the recipient of a letter; undefined if they are no longer among them. */
export async function bankAccountEditor(
  db: Kysely<DB>,
  user_id: string | null,
): Promise<Recipient | undefined> {
  const manager = (await bankAccountEditors(db)).find((one) => one.id === user_id)
  return manager && recipientOf(manager)
}

interface Row {
  letter_key: string | null
  letter_type: string | null
  letter_bytes: number | null
}

/** The bank's letter. Refuses (not_found.document) a change without one, such as the account of a registration. */
export function letterOf({ letter_key, letter_type, letter_bytes }: Row) {
  if (letter_key === null || letter_type === null || letter_bytes === null)
    throw new Refusal('not_found.document')
  return { letter_key, letter_type, letter_bytes }
}

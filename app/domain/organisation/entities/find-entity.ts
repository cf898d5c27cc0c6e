import { type Kysely, sql } from 'kysely'
import { activeOptions } from '#app/domain/catalogue/payment-options/payment-options.ts'
import { addressNames } from '#app/domain/core/contact/address.ts'
import { maskedAccount } from '#app/domain/core/mask.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { type Keyring, open, type SecretCell } from '#app/domain/core/secrets.ts'
import type { MailServerFault, MailServerStatus } from '#app/domain/organisation/mail-server/mail-server.ts'
import type { DB } from '#db/types.ts'

/** The cell of an encrypted column of an organisation. */
export function entityCell(id: string, column: 'account_number_sealed' | 'smtp_password_sealed'): SecretCell {
  return { place: 'platform', table: 'entity', column, row: id }
}

const publicColumns = [
  'name',
  'subdomain',
  'custom_domain',
  'organisation_type',
  'contact_phone',
  'contact_email',
  'opening_hours',
  'opening_hours_en',
  'opening_hours_my',
  'logo_file',
  'header_banner_file',
  'background_file',
  'theme_colour',
  'default_locale',
] as const

/** What anybody may know of an organisation: what its pages show to who is not signed in. */
export async function publicEntity(db: Kysely<DB>, id: string) {
  const [row, payment_options] = await Promise.all([
    db.selectFrom('platform.entity').select(publicColumns).where('id', '=', id).executeTakeFirst(),
    activeOptions(db).execute(),
  ])
  if (!row) throw new Refusal('not_found.entity')
  return { ...row, payment_options: payment_options.map(({ method, name }) => ({ method, label: name })) }
}

/** The organisation as its own people see it: no bank account, no mail server, nothing about money. */
export async function entityProfile(db: Kysely<DB>, id: string) {
  const row = await db
    .selectFrom('platform.entity')
    .select([
      'id',
      ...publicColumns,
      'custom_domain_status',
      'company_name',
      'registration_number',
      'licence_no',
      'nametag',
      'contact_name',
      ...addressNames,
      'country',
      'tax_registered',
      'sst_number',
      'academic_year_start_month',
      'status',
      'version',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.entity')
  return row
}

/** Its bank account, with only the end of the number. */
export async function entityBank(db: Kysely<DB>, ring: Keyring, id: string) {
  const { account_number_sealed: sealed, ...row } = await db
    .selectFrom('platform.entity')
    .select([
      'account_name',
      'account_number_sealed',
      'bank_name',
      'bank_code',
      'bank_status',
      'bank_changed_at',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const number = sealed === null ? null : open(ring, entityCell(id, 'account_number_sealed'), sealed)
  return { ...row, account_number: number === null ? null : maskedAccount(number) }
}

const smtpOf = (db: Kysely<DB>, id: string) =>
  db
    .selectFrom('platform.entity')
    .select([
      'smtp_host as host',
      'smtp_port as port',
      'smtp_username as username',
      'smtp_sender_name as sender_name',
      'smtp_sender_email as sender_email',
      sql<MailServerStatus>`smtp_status`.as('status'),
      sql<boolean>`smtp_password_sealed is not null`.as('has_password'),
    ])
    .where('id', '=', id)

/** Its mail server, and whether a password is stored. */
export const entitySmtp = (db: Kysely<DB>, id: string) => smtpOf(db, id).executeTakeFirstOrThrow()

/** The same with its last test and fault, for its settings page. */
export const mailServer = (db: Kysely<DB>, id: string) =>
  smtpOf(db, id)
    .select(['smtp_password_at as password_at', 'smtp_tried_at as tried_at', 'version'])
    .select(sql<MailServerFault | null>`smtp_failure`.as('fault'))
    .executeTakeFirstOrThrow()

/** The prefix of an organisation's SMS; null where it has none. */
export async function nametagOf(db: Kysely<DB>, id: string) {
  const { nametag } = await db
    .selectFrom('platform.entity')
    .select('nametag')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return nametag
}

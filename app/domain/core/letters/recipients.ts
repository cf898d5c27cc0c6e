import { type Kysely, sql } from 'kysely'
import { knownLocale, type Locale } from '#app/i18n/locales.ts'
import { isMailAddress } from '#app/integrations/mail/message.ts'
import type { DB } from '#db/types.ts'

export interface Recipient {
  /** Null when nobody has an address that a mail can be sent to. */
  address: string | null
  name: string | null
  locale: Locale
}

/** A person whose data is complete. */
export const recipientOf = (person: {
  name: string
  email: string | null
  locale: string | null
}): Recipient => ({
  address: person.email,
  name: person.name,
  locale: knownLocale(person.locale),
})

/**
 * The address of the payment, or else of the invoice's parent. A parent reads their own language; somebody else who paid
 * online with an address of their own reads the language that they paid in.
 */
export async function receiptRecipient(db: Kysely<DB>, payment_id: string): Promise<Recipient> {
  const row = await db
    .selectFrom('payment')
    .leftJoin('payment_attempt', (join) =>
      join.on(sql<boolean>`payment_attempt.id = coalesce(payment.attempt_id, payment.second_debit_of)`),
    )
    .leftJoin('parent', 'parent.id', 'payment.payer_parent_id')
    .select(['payment.payer_name', 'payment.payer_email', 'parent.email', 'parent.preferred_locale'])
    .select('payment_attempt.locale as paid_in')
    .where('payment.id', '=', payment_id)
    .executeTakeFirstOrThrow()
  const isOther = isAnother(row)
  const spoken = isOther ? [row.paid_in, row.preferred_locale] : [row.preferred_locale, row.paid_in]
  return {
    address: firstAddress(row.payer_email, row.email),
    name: row.payer_name,
    locale: knownLocale(spoken[0] ?? spoken[1]),
  }
}

/** Whether the receipt of a payment goes to an address that is not on file for the family. */
export async function isPaidByAnother(db: Kysely<DB>, payment_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('payment')
    .leftJoin('parent', 'parent.id', 'payment.payer_parent_id')
    .select(['payment.payer_email', 'parent.email'])
    .where('payment.id', '=', payment_id)
    .executeTakeFirstOrThrow()
  return isAnother(row)
}

const isAnother = ({ payer_email, email }: { payer_email: string | null; email: string | null }) =>
  payer_email !== null && payer_email.toLowerCase() !== email?.toLowerCase()

/** The parent who pays the invoice, in their language. */
export async function invoiceRecipient(db: Kysely<DB>, invoice_id: string): Promise<Recipient> {
  const { name, email, preferred_locale } = await db
    .selectFrom('invoice')
    .innerJoin('parent', 'parent.id', 'invoice.payer_parent_id')
    .select(['parent.name', 'parent.email', 'parent.preferred_locale'])
    .where('invoice.id', '=', invoice_id)
    .executeTakeFirstOrThrow()
  return { address: firstAddress(email), name, locale: knownLocale(preferred_locale) }
}

/** A parent, in their language. */
export async function familyRecipient(db: Kysely<DB>, parent_id: string): Promise<Recipient> {
  const { name, email, preferred_locale } = await db
    .selectFrom('parent')
    .select(['name', 'email', 'preferred_locale'])
    .where('id', '=', parent_id)
    .executeTakeFirstOrThrow()
  return { address: firstAddress(email), name, locale: knownLocale(preferred_locale) }
}

export function firstAddress(...given: (string | null)[]): string | null {
  return given.map((address) => address?.trim() ?? '').find(isMailAddress) ?? null
}

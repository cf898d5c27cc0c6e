import type { Kysely, Transaction } from 'kysely'
import { ownInForce, versionInForce } from '#app/domain/core/help/legal-versions.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'

/** A paper that a family agrees to, in the version that is in force. */
export interface Consent {
  /** Whose paper it is. */
  publisher: 'organisation' | 'operator'
  /** `form`: the terms of the registration form. */
  paper: 'terms' | 'privacy' | 'form'
  /** `2026-11-30.2`; of the registration form the number of its terms. */
  version: string
}

/**
 * What a family agrees to with an application: the organisation's privacy notice, or the operator's where it has none; the
 * organisation's terms, if it has any; and the terms of its registration form.
 */
export async function consentsAsked(
  db: Kysely<DB>,
  today: string,
  form: { terms: string; terms_version: number },
): Promise<Consent[]> {
  const own = await ownInForce(db, today)
  const product = own.privacy ? undefined : await versionInForce(db, 'privacy', today)
  return [
    ...(own.privacy ? [organisation('privacy', own.privacy)] : []),
    ...(product ? [{ publisher: 'operator', paper: 'privacy', version: product } as const] : []),
    ...(own.terms ? [organisation('terms', own.terms)] : []),
    ...(form.terms ? [organisation('form', String(form.terms_version))] : []),
  ]
}

const organisation = (paper: Consent['paper'], version: string): Consent => ({
  ...{ publisher: 'organisation', paper, version },
})

/** The same in one line, kept with the application: `organisation/privacy/2026-11-30 organisation/form/3`. */
export const consentVersionOf = (consents: readonly Consent[]): string =>
  consents.map(({ publisher, paper, version }) => `${publisher}/${paper}/${version}`).join(' ')

/** Keeps what a family agreed to, in the transaction of its application. */
export async function noteConsents(
  trx: Transaction<DB>,
  application_id: string,
  consents: readonly Consent[],
): Promise<void> {
  if (consents.length === 0) return
  await trx
    .insertInto('legal_consent')
    .values(consents.map((consent) => ({ id: newId(), application_id, ...consent })))
    .execute()
}

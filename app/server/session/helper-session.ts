import type { Kysely } from 'kysely'
import { type OperatorRole, operatorMay } from '#app/domain/core/access/operator-access.ts'
import { activeVisit } from '#app/domain/platform/help-visits/find-help-visits.ts'
import { knownLocale, type Locale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'

/** An operator who looks at an organisation with its consent: on the organisation's own host, read-only, until `ends_at`. */
export interface HelperSession {
  kind: 'helper'
  /** Of the visit. */
  id: string
  operator_id: string
  name: string
  locale: Locale
  ends_at: Date
}

/** Undefined as soon as the visit is over, for whatever reason; the right to it is asked for at each request. */
export async function helperSession(db: Kysely<DB>, token: string): Promise<HelperSession | undefined> {
  const visit = await activeVisit(db, token)
  if (!visit || !operatorMay(visit.operator_role as OperatorRole, 'admin.entity.help')) return undefined
  const { id, operator_id, operator_name: name, locale, ends_at } = visit
  return { kind: 'helper', id, operator_id, name, locale: knownLocale(locale), ends_at }
}

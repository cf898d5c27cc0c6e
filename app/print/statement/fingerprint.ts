import { createHash } from 'node:crypto'
import { spokenAs, type TenantLabels } from '#app/domain/core/labels/label.ts'
import type { Span, StatementRow } from '#app/domain/people/families/statement.ts'
import type { Locale } from '#app/i18n/locales.ts'

/** The same days with the same rows have the same name, so that a PDF is made once. */
export function statementFingerprint(
  parent_id: string,
  { from, to }: Span,
  rows: readonly StatementRow[],
  locale: Locale,
  labels?: TenantLabels,
): string {
  const digest = createHash('sha256').update(JSON.stringify(rows)).digest('base64url')
  return `statement:${parent_id}:${from}:${to}:${digest}:${spokenAs(locale, labels)}`
}

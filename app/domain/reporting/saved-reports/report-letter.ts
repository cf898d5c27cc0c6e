import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { academicYearStartMonth } from '#app/domain/billing/plan/period-sql.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import type { DocumentRequest, ListFormat } from '#app/domain/core/documents/document.ts'
import { spokenAs, type TenantLabels } from '#app/domain/core/labels/label.ts'
import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import type { Reader } from '#app/domain/core/lists/list.ts'
import { notifiableAccounts, recipientAmong } from '#app/domain/identity/accounts/accounts.ts'
import { reportNamed } from '#app/domain/reporting/reports/all-reports.ts'
import { goneFilters } from '#app/domain/reporting/reports/gone-filters.ts'
import { choosePeriod, periodWords } from '#app/domain/reporting/reports/period.ts'
import type { AnyReport } from '#app/domain/reporting/reports/report.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { Payload } from '#app/outbox/catalogue.ts'
import { paths } from '#app/paths.ts'
import type { DB } from '#db/types.ts'
import { readerNow } from './find-saved-reports.ts'
import { type MailOutcome, openedQuery } from './saved-report.ts'

/** A saved report as it is mailed to one person. */
export interface ReportMail {
  saved_report_id: string
  user_id: string
  /** First day of the month that it is mailed for. */
  month: string
  name: string
  report: AnyReport
  /** Of an address, with the days of its period as of the sending. */
  query: string
  /** Keys of the labels of filters that chose what is not there any more. */
  gone: string[]
  reader: Reader
}

/**
 * A saved report as PDF and XLSX, with the rows and columns that its reader may see at the moment of sending, and periods such as
 * last month as of then. Nobody who may not open the report gets it.
 */
export const savedReportLetter = defineLetter<'saved_report.mail', ReportMail>({
  list: 'saved-report',
  noReply: true,
  async load(trx, payload) {
    const { saved_report_id, user_id, month } = payload
    const row = await trx
      .selectFrom('saved_report')
      .innerJoin('saved_report_mail as mail', 'mail.saved_report_id', 'saved_report.id')
      .select(['saved_report.name', 'saved_report.report', 'saved_report.query', 'saved_report.period'])
      .where('saved_report.id', '=', saved_report_id)
      .where('mail.user_id', '=', user_id)
      .where('mail.month', '=', month)
      .where('mail.outcome', '=', 'queued')
      .executeTakeFirst()
    if (!row) return undefined
    const today = currentDay()
    const report = reportNamed(row.report)
    const reader = report && (await readerNow(trx, report, user_id, today))
    if (!report || !reader) {
      await noteOutcome(trx, payload, 'no_right')
      return undefined
    }
    const { start } = await trx.selectNoFrom(academicYearStartMonth.as('start')).executeTakeFirstOrThrow()
    const calendar = { today, startMonth: start ?? 1 }
    const search = openedQuery(report, row, calendar)
    choosePeriod(report, search, calendar)
    const gone = await goneFilters(report, trx, reader, search)
    for (const { name } of gone) search.delete(name)
    return {
      ...{ saved_report_id, user_id, month, name: row.name, report, reader },
      query: search.toString(),
      gone: gone.map(({ label }) => label),
    }
  },
  to: (trx, { user_id }) => recipientAmong(notifiableAccounts(trx), user_id),
  compose({ name, report, query, gone }, { t, locale, origin, organisation, reader }) {
    const sender = senderOf(organisation)
    const search = report.list.search.parse(Object.fromEntries(new URLSearchParams(query)))
    const period = periodWords(report, search, locale)
    return {
      subject: t('saved_report.letter.subject', { name, organisation: sender.name }),
      greeting: greetingOf(reader, t),
      paragraphs: [
        t('saved_report.letter.text', { name }),
        ...(gone.length > 0
          ? [t('report.gone', { count: gone.length, filters: gone.map((label) => t(label)).join(', ') })]
          : []),
      ],
      facts: [
        { label: t('saved_report.report'), value: t(report.list.title) },
        ...(period ? [{ label: t('common.period.one'), value: period }] : []),
      ],
      action: {
        label: t('saved_report.letter.open'),
        url: origin + paths.listed(report.list.name, query || 'q='),
      },
      sender: sender.lines,
      note: t('saved_report.letter.note', { organisation: sender.name }),
    }
  },
  afterSending: (trx, payload) => noteOutcome(trx, payload, 'sent'),
  noAddress: (trx, payload) => noteOutcome(trx, payload, 'no_address'),
  failed: (trx, payload) => noteOutcome(trx, payload, 'failed'),
})

/** Writes down what became of a mail that waits; what is decided stays. */
async function noteOutcome(
  trx: Transaction<DB>,
  { saved_report_id, user_id, month }: Payload<'saved_report.mail'>,
  outcome: MailOutcome,
): Promise<void> {
  await trx
    .updateTable('saved_report_mail')
    .set({ outcome, ...(outcome === 'sent' && { sent_at: sql<Date>`now()` }) })
    .where('saved_report_id', '=', saved_report_id)
    .where('user_id', '=', user_id)
    .where('month', '=', month)
    .where('outcome', '=', 'queued')
    .execute()
}

/**
 * The files of a mail, by the code of the list's own files, each made once for a person and a month. Their rows are those that the
 * person may see now: a file that was made with other rights is not used again.
 */
export const reportFiles = (
  { saved_report_id, user_id, month, report, query, reader: { scope, roles } }: ReportMail,
  locale: Locale,
  labels: TenantLabels | undefined,
): DocumentRequest[] =>
  (['pdf', 'xlsx'] as const satisfies readonly ListFormat[]).map((format) => {
    const parameters = { name: report.list.name, query, scope, roles, format }
    const digest = createHash('sha256')
      .update(JSON.stringify([saved_report_id, user_id, month, parameters, spokenAs(locale, labels)]))
      .digest('base64url')
    return { kind: 'list', fingerprint: `saved:${digest}`, parameters, locale }
  })

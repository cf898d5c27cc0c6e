import type { TFunction } from 'i18next'
import { shown } from '#app/domain/core/spreadsheets/cells.ts'
import type { ImportRecord } from '#app/domain/enrolment/imports/find-imports.ts'
import { rowsOf } from '#app/domain/enrolment/imports/find-imports.ts'
import { rowStatuses } from '#app/domain/enrolment/imports/import.ts'
import type { AnyKind } from '#app/domain/enrolment/imports/kind.ts'
import { kindOf } from '#app/domain/enrolment/imports/kinds.ts'
import { openCells, openHeadings } from '#app/domain/enrolment/imports/stage.ts'
import { defaultLocale, type Locale } from '#app/i18n/locales.ts'
import { type ListFileFormat, listFiles } from '#app/print/list-file.ts'
import { download } from '#app/server/documents/table-file.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { fixedT, wordOf } from './field-words.ts'

/** A file with these headings, said as they are, and rows by column. */
async function sheet(
  name: string,
  headings: readonly string[],
  chunks: AsyncIterable<object[]> | object[][],
  format: ListFileFormat,
) {
  const columns = headings.map((_, index) => ({ key: `c${index}`, label: String(index) }))
  // Headings are words already: each is found by its place.
  const t = ((key: string) => headings[Number(key)] ?? key) as unknown as TFunction
  const { contentType, pieces } = listFiles[format]
  const made: Uint8Array[] = []
  const listing = { name, columns, chunks, note: () => undefined, t, locale: defaultLocale }
  for await (const piece of pieces(listing)) made.push(piece)
  return download(Buffer.concat(made), `${name}.${format}`, contentType)
}

const byColumn = (values: readonly string[]) =>
  Object.fromEntries(values.map((value, index) => [`c${index}`, value]))

/** An empty file of a kind in a language, with its headings and a row that shows how each is filled. */
export function template(
  context: RequestContext,
  { name, fields }: AnyKind,
  locale: Locale,
  format: ListFileFormat,
) {
  const t = fixedT(context, locale)
  const sample = fields.map(({ sample: one }) =>
    typeof one === 'string' ? one : one[locale === 'my' ? 1 : 0],
  )
  return sheet(
    `${name}-${locale}`,
    fields.map((field) => wordOf(field, t)),
    [[byColumn(sample)]],
    format,
  )
}

/** Every row of the file with what became of it and why. */
export async function report(context: RequestContext, record: ImportRecord): Promise<Response> {
  const { t } = context
  const keys = keysOf(context)
  const headings = openHeadings(keys, record.id, record.headings_sealed)
  const { fields } = kindOf(record.kind)
  const db = await context.read()
  const called = (key: string | null) => {
    const field = fields.find((one) => one.key === key)
    return field ? `${wordOf(field, t)}: ` : ''
  }
  async function* chunks() {
    for (let page = 1; ; page++) {
      const rows = await rowsOf(db, record.id, rowStatuses, { page, limit: 500 })
      yield rows.map(({ id, number, status, cells_sealed, problems }) => {
        const cells = openCells(keys, id, cells_sealed)
        const reasons = ['wrong', 'failed', 'left_out'].includes(status) ? problems : []
        const reason = reasons.map(({ field, code }) => called(field) + sentenceOf(t, code)).join(' ')
        const outcome = t(`import.row_statuses.${status}`)
        return byColumn([
          String(number),
          outcome,
          reason,
          ...headings.map((_, column) => shown(cells[column])),
        ])
      })
      if (rows.length < 500) return
    }
  }
  const titles = [t('import.row'), t('import.outcome'), t('import.reason'), ...headings]
  return sheet(`import-${record.kind}`, titles, chunks(), 'xlsx')
}

/** A code with the values of its sentence, as forms write it. */
export function sentenceOf(t: TFunction, error: string): string {
  const [code = '', json = '{}'] = error.split(/\|(.*)/s)
  const values: Record<string, string | number> = JSON.parse(json)
  return t(`refusal.${code}`, { defaultValue: code, ...values })
}

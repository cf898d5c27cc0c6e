import { redirect } from '@remix-run/node'
import { countUse, refuseFlood } from '#app/domain/core/rate-limit.ts'
import { Refusal, type RefusalCode } from '#app/domain/core/refusal.ts'
import { needsOf, type UploadInput } from '#app/domain/enrolment/imports/import.ts'
import { kindOf } from '#app/domain/enrolment/imports/kinds.ts'
import { sheetsToImport } from '#app/domain/enrolment/imports/sheets-to-import.ts'
import { guess, headingRow, noteFile, stageImport } from '#app/domain/enrolment/imports/stage.ts'
import { LineFull } from '#app/integrations/at-most.ts'
import { type SheetFault, SheetUnusable } from '#app/integrations/spreadsheets/cell.ts'
import { readSheets } from '#app/integrations/spreadsheets/read-sheet.ts'
import { paths } from '#app/paths.ts'
import { answerOnce, submissionOf } from '#app/server/forms/once.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { bareWordsOf, wordsOf } from './field-words.ts'
import { nameOfFile } from './file-name.ts'

/** Files that one person may send; each takes seconds of the processor at worst. */
const uploads = { points: 60, seconds: 3600 }

/**
 * Reads a file in a process of its own, keeps its rows, and leads on to its columns. Of a workbook each sheet with known
 * headings becomes an import of its own; what is left out is named on their pages.
 */
export async function takeUpload(
  args: Parameters<typeof submissionOf>[0],
  input: UploadInput,
): Promise<Response> {
  const { context } = args
  const submission = await submissionOf(args)
  const { kind, date_order, branch_id, file } = input
  const { actor } = context
  if (!needsOf[kind].every((permission) => context.can(permission))) throw new Refusal('action_not_allowed')
  refuseFlood(await context.write((trx) => countUse(trx, `import:${actor.id}`, uploads)))
  await context.releaseConnection()
  const bytes = Buffer.from(await file.arrayBuffer())
  const { fields } = kindOf(kind)
  const guessed = (headings: readonly string[]) =>
    guess(fields, wordsOf(context), headings, bareWordsOf(context))
  const { taken, left_out } = await readSheets(bytes)
    .then(({ sheets }) => sheetsToImport(sheets, guessed))
    .catch((error) => refuseUnusable(context, error))
  const file_name = nameOfFile(file)
  const person = { ...actor, id: actor.id! }
  return context.write((trx) =>
    answerOnce(trx, submission, async () => {
      const staged: { id: string; sheet: string; rows: number }[] = []
      for (const { name, rows } of taken) {
        const named = taken.length > 1 ? `${file_name} · ${name}`.slice(0, 150) : file_name
        const upload = { kind, date_order, branch_id, file_name: named, rows, guess: guessed }
        const id = await stageImport(trx, person, keysOf(context), upload)
        staged.push({ id, sheet: name, rows: rows.length - headingRow(rows, guessed) - 1 })
      }
      for (const [index, { name, hidden_rows, hidden_columns }] of taken.entries())
        await noteFile(trx, staged[index]!.id, {
          ...(taken.length + left_out.length > 1 ? { sheet: name } : {}),
          ...{ hidden_rows, hidden_columns, left_out, others: staged.filter((_, other) => other !== index) },
        })
      return redirect(paths.import.map(staged[0]!.id))
    }),
  )
}

const codes: Partial<Record<SheetFault, RefusalCode>> = { unreadable: 'import.failed' }

/** What was wrong with it is in the log: whoever runs the product sees honest files refused, and attacks. */
function refuseUnusable({ services, requestId }: RequestContext, error: Error): never {
  if (error instanceof LineFull) throw new Refusal('too_many_requests', 'file')
  if (!(error instanceof SheetUnusable)) throw error
  const { fault } = error
  services.log.info({ requestId, reason: error.message }, 'a file to import was refused')
  throw new Refusal(codes[fault] ?? (`import.fault.${fault}` as RefusalCode), 'file')
}

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { shown } from '#app/domain/core/spreadsheets/cells.ts'
import { correctRow } from '#app/domain/enrolment/imports/change-import.ts'
import { importFor, importRow, mayRead } from '#app/domain/enrolment/imports/find-imports.ts'
import { editRowForm } from '#app/domain/enrolment/imports/import.ts'
import { kindOf } from '#app/domain/enrolment/imports/kinds.ts'
import { openCells, openHeadings } from '#app/domain/enrolment/imports/stage.ts'
import { paths } from '#app/paths.ts'
import { submit } from '#app/server/forms/submit.ts'
import { wordOf } from '#app/server/imports/field-words.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { type FieldOf, linesOf } from '#app/ui/core/form/control.ts'
import { HiddenField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'

/** The cells of one row, to be mended; then all rows are checked again. */
export const handle = { access: 'import.upload', title: 'import.mend' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const scope = context.scope('import.upload')
  const db = await context.read()
  const row = await importRow(db, scope, idOf(params, 'not_found.import'))
  const record = await importFor(db, scope, row.import_id)
  if (record.status !== 'checked' || !mayRead(record, context.actor))
    throw redirect(paths.import.view(record.id))
  const keys = keysOf(context)
  const cells = openCells(keys, row.id, row.cells_sealed)
  const headings = openHeadings(keys, record.id, record.headings_sealed)
  const { fields } = kindOf(record.kind)
  const shownFields = fields.flatMap((field) => {
    const column = record.columns[field.key]
    const problem = row.problems.find((one) => one.field === field.key)
    if (column === undefined || (column >= headings.length && !problem && !cells[column])) return []
    const heading = headings[column]
    return [
      {
        column,
        text: shown(cells[column]),
        label: wordOf(field, context.t),
        heading: heading ?? null,
        // What is said for all rows need not stand in this one.
        needed: field.required === true && !field.fixed,
        problem: problem?.code ?? null,
      },
    ]
  })
  return {
    number: row.number,
    file_name: record.file_name,
    back: paths.import.view(record.id),
    version: record.version,
    fields: shownFields,
  }
}

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.import')
  return submit(args, editRowForm, async ({ trx, actor, context }, input) => {
    const scope = context.scope('import.upload')
    const import_id = await correctRow(trx, actor, scope, keysOf(context), id, input)
    return redirect(paths.import.view(import_id))
  })
}

export default function MendRow() {
  const { number, file_name, back, version, fields: known } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const answer = useActionData<typeof action>()
  const [form, fields] = useFormOf(editRowForm, answer, {
    cells: known.map(({ column, text }) => ({ column: String(column), text })),
    version: String(version),
  })
  // Of dozens of fields the one that is wrong is led to from the top, as after a form that was sent.
  const found = known.flatMap(({ problem }, index) => (problem ? [[`cells[${index}].text`, [problem]]] : []))
  return (
    <EditPage
      title={t('import.mend_row', { row: number })}
      subtitle={file_name}
      back={{ label: t('import.one'), href: back }}
      submit={t('import.mend_submit')}
      form={answer ? form : { id: form.id, allErrors: Object.fromEntries(found) }}
      noun="import"
      nameOf={(field) => known[Number(/^cells\[(\d+)\]/.exec(field)?.[1] ?? -1)]?.label}
    >
      {linesOf(fields.cells).map((cell, index) => {
        const { column, text } = cell.getFieldset()
        const { label = '', heading, problem, needed = false } = known[index] ?? {}
        return (
          <div key={cell.key}>
            <HiddenField of={column} />
            <TextField
              of={withErrors(text, answer || !problem ? text.errors : [problem])}
              label={label}
              hint={heading ? t('import.in_file', { heading }) : undefined}
              optional={!needed}
            />
          </div>
        )
      })}
      <HiddenField of={fields.version} />
    </EditPage>
  )
}

/** A field as conform has it, with what the check found: its metadata are read one by one, and cannot be copied. */
function withErrors(
  { id, name, errorId, descriptionId, initialValue, maxLength }: FieldOf,
  errors: FieldOf['errors'],
) {
  return { id, name, errorId, descriptionId, initialValue, maxLength, errors }
}

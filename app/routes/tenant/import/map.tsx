import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { shown } from '#app/domain/core/spreadsheets/cells.ts'
import { datesIn } from '#app/domain/core/spreadsheets/dates-in.ts'
import { mapImport } from '#app/domain/enrolment/imports/change-import.ts'
import { importFor, mayRead, rowsOf } from '#app/domain/enrolment/imports/find-imports.ts'
import { mapForm, mappable, rowStatuses } from '#app/domain/enrolment/imports/import.ts'
import { kindOf } from '#app/domain/enrolment/imports/kinds.ts'
import { openCells, openHeadings } from '#app/domain/enrolment/imports/stage.ts'
import { sheetLimits } from '#app/integrations/spreadsheets/cell.ts'
import { paths } from '#app/paths.ts'
import { submit } from '#app/server/forms/submit.ts'
import { wordOf } from '#app/server/imports/field-words.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { linesOf } from '#app/ui/core/form/control.ts'
import { Fieldset, HiddenField, RadioGroup, SelectField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { FileNotes } from '#app/ui/enrolment/import/FileNotes.tsx'

/** The second step: which column is what. */
export const handle = { access: 'import.upload', title: 'import.map' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.import')
  const { t } = context
  const db = await context.read()
  const record = await importFor(db, context.scope('import.upload'), id)
  if (!mappable.includes(record.status) || !mayRead(record, context.actor))
    throw redirect(paths.import.view(id))
  const keys = keysOf(context)
  const first = await rowsOf(db, id, rowStatuses, { page: 1, limit: sheetLimits.rows })
  const rows = first.map((row) => openCells(keys, row.id, row.cells_sealed))
  const cells = rows.slice(0, 3)
  const { fields } = kindOf(record.kind)
  const columns = openHeadings(keys, id, record.headings_sealed).map((heading, column) => ({
    heading,
    says: cells.map((row) => shown(row[column])).filter(Boolean),
    field: fields.find(({ key }) => record.columns[key] === column)?.key,
  }))
  return {
    id,
    file_name: record.file_name,
    notes: record.notes,
    version: record.version,
    dates: datesIn(rows.flat(), record.date_order),
    columns,
    fields: fields.map((field) => ({
      value: field.key,
      label: wordOf(field, t) + (field.required ? ' *' : ''),
      group: field.of ? t(field.of) : undefined,
    })),
    fixed: fields.flatMap((field) =>
      field.fixed
        ? {
            field: field.key,
            label: wordOf(field, t),
            value: record.fixed[field.key],
            options: field.fixed.values.map((value) => ({
              value,
              label: t(`${field.fixed!.words}.${value}`),
            })),
          }
        : [],
    ),
  }
}

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.import')
  return submit(args, mapForm, async ({ trx, actor, context }, input) => {
    const scope = context.scope('import.upload')
    await mapImport(trx, actor, scope, keysOf(context), { id, version: input.version }, input, (field) =>
      wordOf(field, context.t),
    )
    return redirect(paths.import.view(id))
  })
}

export default function MapImport() {
  const {
    id,
    file_name,
    version,
    columns,
    fields: choices,
    fixed,
    dates,
    notes,
  } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const [form, fields] = useFormOf(mapForm, useActionData<typeof action>(), {
    columns: columns.map(({ field }) => field ?? ''),
    fixed: fixed.map(({ field, value }) => ({ field, value: value ?? '' })),
    date_order: dates?.order,
    version: String(version),
  })
  const asksOrder = dates?.isAmbiguous || notes.ambiguous_dates === true
  const called = (column: number) => columns[column]?.heading || t('import.column_no', { number: column + 1 })
  return (
    <EditPage
      title={t('import.map')}
      subtitle={`${file_name} · ${t('import.steps.map')}`}
      back={{ label: t('import.one'), href: paths.import.view(id) }}
      submit={t('import.check')}
      form={form}
      noun="import"
      nameOf={(field) => {
        const column = /^columns\[(\d+)\]/.exec(field)?.[1]
        return column === undefined ? undefined : called(Number(column))
      }}
    >
      <FileNotes notes={notes} />
      <p className="quiet">{t('import.map_hint')}</p>
      {dates && asksOrder && (
        <RadioGroup
          of={fields.date_order}
          optional={false}
          label={t('import.date_order')}
          hint={t('import.date_question', { dates: dates.samples.join(' · ') })}
          options={dates.readings.map(({ order, day }) => ({
            value: order,
            label: t(`import.date_orders.${order}`),
            hint: t('import.date_reading', { date: dates.samples[0], day: formatDate(day, locale) }),
          }))}
        />
      )}
      {linesOf(fields.columns).map((field, column) => (
        <SelectField
          key={field.key}
          of={field}
          label={called(column)}
          hint={columns[column]?.says.join(' · ') || t('import.nothing_in_column')}
          options={choices}
          blank={t('import.not_imported')}
          optional={false}
        />
      ))}
      {fixed.length > 0 && (
        <Fieldset legend={t('import.fixed')} hint={t('import.fixed_hint')}>
          {linesOf(fields.fixed).map((field, index) => {
            const { field: key, value } = field.getFieldset()
            return (
              <div key={field.key}>
                <HiddenField of={key} />
                <SelectField
                  of={value}
                  label={fixed[index]?.label ?? ''}
                  options={fixed[index]?.options ?? []}
                  blank={t('import.not_fixed')}
                  optional
                />
              </div>
            )
          })}
        </Fieldset>
      )}
      {dates && !asksOrder && <HiddenField of={fields.date_order} />}
      <HiddenField of={fields.version} />
    </EditPage>
  )
}

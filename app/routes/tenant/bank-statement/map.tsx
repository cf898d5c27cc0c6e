import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { shown } from '#app/domain/core/spreadsheets/cells.ts'
import { lineFields, mapForm } from '#app/domain/payments/bank-statements/bank-statement.ts'
import { mapStatement } from '#app/domain/payments/bank-statements/change-statement.ts'
import { statementFor } from '#app/domain/payments/bank-statements/find-statements.ts'
import { headingsOf } from '#app/domain/payments/bank-statements/layout/read-sheet.ts'
import { paths } from '#app/paths.ts'
import { orRefuse } from '#app/server/bank-statements/upload.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { linesOf } from '#app/ui/core/form/control.ts'
import { HiddenField, SelectField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'

/** Which column is what, of a bank whose files nobody has brought yet. */
export const handle = { access: 'bank_statement.upload', title: 'bank_statement.map' } satisfies Handle

/** Rows of which each column shows what it says. */
const shownRows = 3

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.bank_statement')
  const record = await statementFor(await context.read(), context.scope('bank_statement.upload'), id)
  const { rows, heading, columns, file_name, version } = record
  if (rows === null || heading === null) throw redirect(paths.bank_statement.view(id))
  const first = rows.slice(heading + 1, heading + 1 + shownRows)
  return {
    ...{ id, file_name, version },
    columns: headingsOf(rows[heading]!).map((called, column) => ({
      called,
      says: first.map(({ cells }) => shown(cells[column]).slice(0, 60)).filter(Boolean),
      field: columns?.[column] ?? '',
    })),
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, mapForm, async ({ trx, actor, context }, input) => {
    const id = idOf(args.params, 'not_found.bank_statement')
    const scope = context.scope('bank_statement.upload')
    const called = (field: string) => context.t(`bank_statement.fields.${field}`)
    await orRefuse(context, () =>
      mapStatement(trx, actor, scope, { id, version: input.version }, input, called),
    )
    return redirect(paths.bank_statement.view(id))
  })

export default function MapBankStatement() {
  const { id, file_name, version, columns } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(mapForm, useActionData<typeof action>(), {
    columns: columns.map(({ field }) => field),
    version: String(version),
  })
  const called = (column: number) =>
    columns[column]?.called || t('bank_statement.column_no', { number: column + 1 })
  return (
    <EditPage
      title={t('bank_statement.map')}
      subtitle={`${file_name} · ${t('bank_statement.map_intro')}`}
      back={{ label: t('bank_statement.one'), href: paths.bank_statement.view(id) }}
      submit={t('bank_statement.map_submit')}
      form={form}
      noun="bank_statement"
      nameOf={(field) => {
        const column = /^columns\[(\d+)\]/.exec(field)?.[1]
        return column === undefined ? undefined : called(Number(column))
      }}
    >
      <TextField of={fields.name} label={t('bank_statement.name')} hint={t('bank_statement.name_hint')} />
      <p className="quiet">{t('bank_statement.map_hint')}</p>
      {linesOf(fields.columns).map((field, column) => (
        <SelectField
          key={field.key}
          of={field}
          label={called(column)}
          hint={columns[column]?.says.join(' · ') || t('bank_statement.nothing_in_column')}
          options={lineFields.map((value) => ({ value, label: t(`bank_statement.fields.${value}`) }))}
          blank={t('bank_statement.not_used')}
          optional={false}
        />
      ))}
      <HiddenField of={fields.version} />
    </EditPage>
  )
}

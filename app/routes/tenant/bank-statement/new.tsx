import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { branchesToChoose } from '#app/domain/catalogue/branches/branches.ts'
import { uploadForm } from '#app/domain/payments/bank-statements/bank-statement.ts'
import { paths } from '#app/paths.ts'
import { takeStatement } from '#app/server/bank-statements/upload.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { FileField, HiddenField, optionsOf, SelectField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { newId } from '#db/id.ts'

export const handle = { access: 'bank_statement.upload', title: 'bank_statement.new' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const scope = context.scope('bank_statement.upload')
  const branches = await branchesToChoose(await context.read(), scope)
  return { branches, whole: scope.scope === 'all', form_key: newId() }
}

export const action = (args: ActionFunctionArgs) =>
  answerForm(args, uploadForm, (input) => takeStatement(args, input), { secrets: ['file'] })

export default function NewBankStatement() {
  const { branches, whole, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(uploadForm, useActionData<typeof action>(), {
    branch_id: whole || branches.length !== 1 ? undefined : branches[0]!.id,
    form_key,
  })
  return (
    <EditPage
      title={t('bank_statement.new')}
      subtitle={t('bank_statement.subtitle')}
      back={{ label: t('bank_statement.plural'), href: paths.bank_statement.list() }}
      submit={t('bank_statement.upload')}
      form={form}
      noun="bank_statement"
      multipart
    >
      <FileField
        of={fields.file}
        label={t('bank_statement.file')}
        hint={t('bank_statement.file_hint')}
        accept=".csv,.txt,.xlsx,.sta,.940,.mt940,.xml"
      />
      {whole && branches.length < 2 ? null : (
        <SelectField
          of={fields.branch_id}
          label={t('bank_statement.branch_id')}
          hint={t('bank_statement.branch_hint')}
          options={optionsOf(branches)}
          {...(whole && { blank: t('bank_statement.all_branches'), optional: true })}
        />
      )}
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}

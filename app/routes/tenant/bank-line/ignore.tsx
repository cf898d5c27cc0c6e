import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { ignoreForm } from '#app/domain/payments/bank-statements/bank-statement.ts'
import { ignoreLine } from '#app/domain/payments/bank-statements/change-line.ts'
import { lineFor } from '#app/domain/payments/bank-statements/find-statements.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { HiddenField, TextArea } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { LineFacts } from '#app/ui/payments/bank-statement/LineView.tsx'

/** Money that is no fee, and why. */
export const handle = { access: 'bank_statement.decide', title: 'bank_line.ignore_title' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.bank_line')
  const line = await lineFor(await context.read(), context.scope('bank_statement.decide'), id)
  const { version, booked_on, amount_sen, assigned_sen, payer_name, reference, description } = line
  return { id, version, booked_on, amount_sen, assigned_sen, payer_name, reference, description }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, ignoreForm, async ({ trx, actor, context }, input) => {
    const id = idOf(args.params, 'not_found.bank_line')
    await ignoreLine(trx, actor, context.scope('bank_statement.decide'), { id, ...input })
    return redirectWith(paths.bank_line.view(id), 'line_ignored')
  })

export default function IgnoreBankLine() {
  const line = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(ignoreForm, useActionData<typeof action>(), {
    version: String(line.version),
  })
  return (
    <EditPage
      title={t('bank_line.ignore_title')}
      back={{ label: t('bank_line.one'), href: paths.bank_line.view(line.id) }}
      submit={t('bank_line.ignore_submit')}
      form={form}
      noun="bank_line"
    >
      <LineFacts line={line} />
      <TextArea of={fields.reason} label={t('bank_line.ignore_reason')} hint={t('bank_line.ignore_hint')} />
      <HiddenField of={fields.version} />
    </EditPage>
  )
}

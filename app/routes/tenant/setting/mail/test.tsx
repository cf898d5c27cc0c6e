import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { mailServer } from '#app/domain/organisation/entities/find-entity.ts'
import { testMailForm } from '#app/domain/organisation/mail-server/mail-server.ts'
import { testMailServer } from '#app/domain/organisation/mail-server/mail-test.ts'
import { paths } from '#app/paths.ts'
import { mailTestOf, sendCodeTo } from '#app/server/api/mail-test.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { MailFault } from '#app/ui/organisation/setting/MailFault.tsx'

/** A mail with a code goes out by the organisation's own server. */
export const handle = { access: 'smtp.test', title: 'mail_server.test' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const { fault, status } = await mailServer(await context.read(), tenantOf(context).id)
  const { session } = context
  return { fault, status, to: session?.kind === 'user' ? session.email : null }
}

export const action = (args: ActionFunctionArgs) =>
  answerForm(args, testMailForm, async ({ to }) => {
    const { context } = args
    await testMailServer(mailTestOf(context), to, sendCodeTo(context, to))
    const { status } = await context.write((trx) => mailServer(trx, tenantOf(context).id))
    // Of a verified one there is nothing more to prove.
    return status === 'verified'
      ? redirectWith(paths.setting.mail(), 'mail_test_sent', { to })
      : redirectWith(paths.setting.mailVerify(), 'mail_test_sent', { to })
  })

export default function MailTest() {
  const { fault, status, to } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(testMailForm, useActionData<typeof action>(), { to })
  return (
    <EditPage
      title={t('mail_server.test')}
      subtitle={t('mail_server.test_about')}
      back={{ label: t('setting.mail.title'), href: paths.setting.mail() }}
      cancel={paths.setting.mail()}
      form={form}
      noun="mail_server"
      submit={t('mail_server.send_test')}
      above={<MailFault fault={fault} verified={status === 'verified'} />}
    >
      <TextField
        of={fields.to}
        label={t('mail_server.to')}
        hint={t('mail_server.to_hint')}
        type="email"
        autoComplete="email"
        spellCheck={false}
      />
    </EditPage>
  )
}

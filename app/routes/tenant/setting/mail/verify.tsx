import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { mailServer } from '#app/domain/organisation/entities/find-entity.ts'
import { mailCodeForm } from '#app/domain/organisation/mail-server/mail-server.ts'
import { codeMinutes, verifyMailServer } from '#app/domain/organisation/mail-server/mail-test.ts'
import { paths } from '#app/paths.ts'
import { mailTestOf } from '#app/server/api/mail-test.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { CodeField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { MailFault } from '#app/ui/organisation/setting/MailFault.tsx'

/** The code of the test mail, by which the organisation shows that it has arrived. */
export const handle = { access: 'smtp.test', title: 'mail_server.verify' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const { fault, status } = await mailServer(await context.read(), tenantOf(context).id)
  return { fault, status, minutes: codeMinutes }
}

export const action = (args: ActionFunctionArgs) =>
  answerForm(args, mailCodeForm, async ({ code }) => {
    await verifyMailServer(mailTestOf(args.context), code)
    return redirectWith(paths.setting.mail(), 'mail_server_verified')
  })

export default function MailVerify() {
  const { fault, status, minutes } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(mailCodeForm, useActionData<typeof action>())
  return (
    <EditPage
      title={t('mail_server.verify')}
      subtitle={t('mail_server.verify_about', { minutes })}
      back={{ label: t('setting.mail.title'), href: paths.setting.mail() }}
      form={form}
      noun="mail_server"
      submit={t('mail_server.verify')}
      above={
        <>
          <MailFault fault={fault} verified={status === 'verified'} />
          {status !== 'tested' && <Notice tone="warning">{t('mail_server.no_code')}</Notice>}
          <p>
            <a href={paths.setting.mailTest()}>{t('mail_server.test_again')}</a>
          </p>
        </>
      }
    >
      <CodeField of={fields.code} label={t('mail_server.code')} />
    </EditPage>
  )
}

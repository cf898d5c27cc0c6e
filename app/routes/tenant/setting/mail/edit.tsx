import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { mailServer } from '#app/domain/organisation/entities/find-entity.ts'
import { mailServerForm, mailServerOf } from '#app/domain/organisation/mail-server/mail-server.ts'
import { editEntity } from '#app/domain/platform/entities/change-entity.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { CheckboxField, NumberField, PasswordField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** Which server sends the organisation's mail, and in whose name. */
export const handle = { access: 'smtp.edit', title: 'setting.mail.title' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const { name, id } = tenantOf(context)
  const server = await mailServer(await context.read(), id)
  const { host, port, username, sender_name, sender_email, version, has_password, password_at } = server
  const row = { host, port: port ?? 587, username, sender_name: sender_name ?? name, sender_email, version }
  return { row, has_password, password_at, isNew: host === null }
}

export async function action(args: ActionFunctionArgs) {
  const { id } = tenantOf(args.context)
  const { ring } = args.context.services
  return submit(
    args,
    mailServerForm,
    async ({ trx, actor }, input) => {
      const change = { profile: {}, smtp: mailServerOf(input) }
      await editEntity(trx, actor, { id, version: input.version, ring }, change)
      return redirectWith(paths.setting.mail(), 'mail_server_saved')
    },
    { secrets: ['smtp_password'] },
  )
}

export default function MailEdit() {
  const { row, has_password, password_at, isNew } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const [form, fields] = useFormOf(mailServerForm, useActionData<typeof action>(), row)
  const kept = has_password && password_at
  return (
    <EditPage
      title={t('setting.mail.title')}
      subtitle={t('setting.mail.about')}
      back={{ label: t('setting.mail.title'), href: paths.setting.mail() }}
      form={form}
      noun="mail_server"
    >
      <CurrentValues
        form={form}
        items={[
          { label: t('mail_server.host'), value: isNew ? null : row.host },
          { label: t('mail_server.port'), value: isNew ? null : String(row.port) },
          { label: t('mail_server.username'), value: row.username },
          { label: t('mail_server.sender_email'), value: row.sender_email },
        ]}
        field={fields.version}
        version={row.version}
      />
      <TextField
        of={fields.host}
        label={t('mail_server.host')}
        hint={t('mail_server.host_hint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <NumberField
        of={fields.port}
        label={t('mail_server.port')}
        hint={t('mail_server.port_hint')}
        autoComplete="off"
      />
      <TextField
        of={fields.username}
        label={t('mail_server.username')}
        hint={t('mail_server.username_hint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        of={fields.smtp_password}
        label={t('mail_server.smtp_password')}
        hint={
          kept
            ? t('mail_server.password_stays', { at: formatInstant(kept, locale) })
            : t(has_password ? 'mail_server.password_stays_plain' : 'mail_server.password_hint')
        }
        autoComplete="new-password"
      />
      {has_password && (
        <CheckboxField
          of={fields.clear_password}
          label={t('mail_server.clear_password')}
          hint={t('mail_server.clear_password_hint')}
        />
      )}
      <TextField of={fields.sender_name} label={t('mail_server.sender_name')} autoComplete="off" />
      <TextField
        of={fields.sender_email}
        label={t('mail_server.sender_email')}
        hint={t('mail_server.sender_email_hint')}
        type="email"
        autoComplete="off"
        spellCheck={false}
      />
    </EditPage>
  )
}

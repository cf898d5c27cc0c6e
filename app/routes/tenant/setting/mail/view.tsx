import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { mailServer } from '#app/domain/organisation/entities/find-entity.ts'
import { mailPorts } from '#app/integrations/mail/settings.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { ConfirmButton, LinkButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { MailFault } from '#app/ui/organisation/setting/MailFault.tsx'
import { SettingPage } from '#app/ui/organisation/setting/SettingPage.tsx'

/** The organisation's own mail server, and how far it is set up. */
export const handle = { access: 'smtp.view', title: 'setting.mail.title' } satisfies Handle

/** Of the password only whether and since when it is kept. */
export async function loader({ context }: LoaderFunctionArgs) {
  const server = await mailServer(await context.read(), tenantOf(context).id)
  return {
    server,
    oddPort: server.port !== null && !mailPorts.includes(server.port),
    mayEdit: context.can('smtp.edit'),
    // Taking away needs no package that has it.
    mayRemove: context.can('smtp.remove'),
    mayTest: context.can('smtp.test') && server.status !== 'not_setup',
  }
}

export default function MailSetting() {
  const { server, oddPort, mayEdit, mayRemove, mayTest } = useLoaderData<typeof loader>()
  const { status, fault, port, password_at, tried_at } = server
  const { t } = useTranslation()
  const { locale } = usePage()
  const isSetUp = status !== 'not_setup'
  return (
    <SettingPage
      name="mail"
      status={<StatusBadge status={status} />}
      actions={
        <>
          {status === 'tested' && (
            <LinkButton href={paths.setting.mailVerify()} look="primary">
              {t('mail_server.enter_code')}
            </LinkButton>
          )}
          {mayTest && (
            <LinkButton
              href={paths.setting.mailTest()}
              look={status === 'entered' || status === 'failed' ? 'primary' : 'plain'}
            >
              {t('mail_server.test')}
            </LinkButton>
          )}
          {mayEdit && (
            <LinkButton href={paths.setting.mailEdit()} look={isSetUp ? 'plain' : 'primary'}>
              {t(isSetUp ? 'common.action.edit' : 'mail_server.enter')}
            </LinkButton>
          )}
        </>
      }
    >
      <MailFault fault={fault} verified={status === 'verified'} />
      <Notice tone={status === 'verified' ? 'success' : 'info'}>{t(`mail_server.state.${status}`)}</Notice>
      {oddPort && <Notice tone="warning">{t('mail_server.odd_port', { port: String(port) })}</Notice>}
      {isSetUp && (
        <Facts
          columns={2}
          items={[
            { label: t('mail_server.host'), value: server.host },
            { label: t('mail_server.port'), value: String(port) },
            { label: t('mail_server.username'), value: server.username },
            {
              label: t('mail_server.smtp_password'),
              value: server.has_password
                ? password_at
                  ? t('mail_server.kept_since', { at: formatInstant(password_at, locale) })
                  : t('mail_server.kept')
                : t('mail_server.no_password'),
            },
            { label: t('mail_server.sender_name'), value: server.sender_name },
            { label: t('mail_server.sender_email'), value: server.sender_email },
            { label: t('mail_server.tried_at'), value: tried_at && formatInstant(tried_at, locale) },
          ]}
        />
      )}
      <p className="hint">{t('mail_server.without')}</p>
      {isSetUp && mayRemove && (
        <div className="section">
          <ConfirmButton
            label={t('mail_server.remove')}
            text={t('mail_server.remove_text')}
            action={paths.setting.mailRemove()}
            confirm={t('mail_server.remove')}
            fields={{ version: String(server.version) }}
          />
        </div>
      )}
    </SettingPage>
  )
}

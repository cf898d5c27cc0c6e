import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { lastVerification } from '#app/domain/audit/seals/verify.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { paths } from '#app/paths.ts'
import { submitVerification } from '#app/server/documents/audit-log.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { VerifyView } from '#app/ui/audit/log/VerifyView.tsx'
import { PostButton } from '#app/ui/core/form/Button.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'

/** Whether the audit log is as it was sealed. */
export const handle = { access: 'audit.view', title: 'audit.verify.title' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const db = await context.read()
  const [last, { anchor_mail }] = await Promise.all([lastVerification(db), settings(db, 'audit')])
  return { last, anchor_mail, maySwitch: context.can('backup.run') }
}

export const action = (args: ActionFunctionArgs) => submitVerification(args, paths.log.verify())

export default function VerifyAuditLog() {
  const { last, anchor_mail, maySwitch } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <VerifyView last={last} result={useActionData<typeof action>()} list={paths.log.audit()}>
      <Section title={t('audit.verify.mail_title')}>
        <p>{t(anchor_mail ? 'audit.verify.mail_on' : 'audit.verify.mail_off')}</p>
        {maySwitch && (
          <div className="actions">
            <PostButton action={paths.log.anchorMail()} fields={{ anchor_mail: anchor_mail ? 'off' : 'on' }}>
              {t(anchor_mail ? 'audit.verify.switch_off' : 'audit.verify.switch_on')}
            </PostButton>
          </div>
        )}
      </Section>
    </VerifyView>
  )
}

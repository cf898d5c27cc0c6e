import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { helpVisits, openHelpCode } from '#app/domain/platform/help-visits/find-help-visits.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { SettingPage } from '#app/ui/organisation/setting/SettingPage.tsx'
import { HelpVisits, HelpVisitTerms } from '#app/ui/platform/help/HelpVisits.tsx'

/** Whether an operator may look, who is looking and who has looked. */
export const handle = { access: 'support.view', title: 'setting.help.title' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const db = await context.read()
  const [code, visits] = await Promise.all([openHelpCode(db), helpVisits(db)])
  return {
    ...{ code, visits },
    may: {
      allow: context.can('support.allow'),
      end: context.can('support.end'),
      audit: context.can('audit.view'),
    },
  }
}

export default function HelpSetting() {
  const { code, visits, may } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <SettingPage
      name="help"
      actions={
        may.allow &&
        !code && (
          <LinkButton href={paths.setting.helpCode()} look="primary">
            {t('help_visit.make')}
          </LinkButton>
        )
      }
    >
      {code && (
        <Notice tone="warning" title={t('help_visit.open')}>
          <p>
            {t('help_visit.open_hint', {
              ...{ name: code.maker, at: formatInstant(code.created_at, locale) },
              until: formatInstant(code.expires_at, locale),
            })}
          </p>
          {may.end && (
            <div className="actions">
              <PostButton action={paths.setting.helpWithdraw(code.id)} look="danger">
                {t('help_visit.withdraw')}
              </PostButton>
            </div>
          )}
        </Notice>
      )}
      <HelpVisits visits={visits} mayEnd={may.end} mayAudit={may.audit} />
      <HelpVisitTerms />
    </SettingPage>
  )
}

import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { makeHelpCode } from '#app/domain/platform/help-visits/change-help-visit.ts'
import { openHelpCode } from '#app/domain/platform/help-visits/find-help-visits.ts'
import { codeHours } from '#app/domain/platform/help-visits/help-visit.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton, SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { HelpVisitTerms } from '#app/ui/platform/help/HelpVisits.tsx'

/** Makes the code; the proof comes before the page, so that the answer with the code in it is this page's own. */
export const handle = { access: 'support.allow', confirm: 'view', title: 'help_visit.make' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  if (!context.isSubmission && (await openHelpCode(await context.read())))
    throw redirect(paths.setting.help())
  return null
}

/** The code is in this answer and nowhere else. */
export async function action({ context }: ActionFunctionArgs) {
  try {
    return data({ code: await context.write((trx) => makeHelpCode(trx, context.actor)) })
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    return redirectWith(paths.setting.help(), 'refused', { code: refusal.code }, 'error')
  }
}

export default function MakeHelpCode() {
  const answer = useActionData<typeof action>()
  const { t } = useTranslation()
  const back = { label: t('setting.help.title'), href: paths.setting.help() }
  if (!answer)
    return (
      <ViewPage title={t('help_visit.make')} subtitle={t('setting.help.about')} back={back}>
        <HelpVisitTerms />
        <form method="post" className="fields">
          <div className="actions">
            <SubmitButton>{t('help_visit.make_now')}</SubmitButton>
            <a href={paths.setting.help()}>{t('common.action.cancel')}</a>
          </div>
        </form>
      </ViewPage>
    )
  return (
    <ViewPage title={t('help_visit.made')} back={back}>
      <p className="key">
        <code>{answer.code}</code>
      </p>
      <Notice tone="warning" title={t('help_visit.once')}>
        {t('help_visit.once_hint', { count: codeHours })}
      </Notice>
      <div className="actions">
        <LinkButton href={paths.setting.help()}>{t('help_visit.told')}</LinkButton>
      </div>
    </ViewPage>
  )
}

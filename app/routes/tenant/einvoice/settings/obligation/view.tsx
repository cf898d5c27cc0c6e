import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { obligationOn } from '#app/domain/einvoice/obligation/obligation.ts'
import { findAnswers } from '#app/domain/einvoice/obligation/save-obligation.ts'
import { notReportableReasons } from '#app/domain/einvoice/rules/reportable.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { Section, ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { ObligationBadge } from '#app/ui/einvoice/settings/ObligationBadge.tsx'
import { obligationSentence, whySentence } from '#app/ui/einvoice/settings/obligation-words.ts'

/** What the organisation owes LHDN, since when, and why. */
export const handle = { access: 'einvoice_setting.view', title: 'einvoice_obligation.title' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const answers = await findAnswers(await context.read())
  return {
    obligation: answers ? obligationOn(answers, context.today) : null,
    approved: answers?.approved_donations ?? false,
    mayEdit: context.can('einvoice_setting.edit'),
  }
}

export default function ObligationPage() {
  const { obligation, approved, mayEdit } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ViewPage
      title={t('einvoice_obligation.title')}
      subtitle={t('einvoice_obligation.about')}
      back={{ label: t('einvoice_setting.title'), href: paths.einvoiceSetting.index() }}
      status={<ObligationBadge obligation={obligation} />}
      actions={
        mayEdit && (
          <LinkButton
            href={paths.einvoiceSetting.obligationEdit()}
            look={obligation && !obligation.stale ? 'plain' : 'primary'}
          >
            {t(obligation ? 'einvoice_obligation.change' : 'einvoice_obligation.answer')}
          </LinkButton>
        )
      }
    >
      {obligation ? (
        <>
          <Notice
            tone={obligation.stale ? 'warning' : 'info'}
            title={obligationSentence(obligation, t, locale)}
          >
            {!obligation.stale && <p>{t(`einvoice_obligation.means.${obligation.state}`)}</p>}
            <p className="quiet small">{t('einvoice_obligation.ask')}</p>
          </Notice>
          <Section title={t('einvoice_obligation.why_title')}>
            <ul className="facts">
              {obligation.why.map((why) => (
                <li key={why.code}>
                  <div>
                    {whySentence(why, t, locale)}
                    {why.source && (
                      <p className="quiet small">{t('einvoice_obligation.source', { source: why.source })}</p>
                    )}
                    {!why.sure && <p className="small">{t('einvoice_obligation.unsure')}</p>}
                  </div>
                </li>
              ))}
            </ul>
          </Section>
        </>
      ) : (
        <Notice>{t('einvoice_obligation.unanswered')}</Notice>
      )}
      <Section title={t('einvoice_obligation.reported_title')}>
        <ul>
          {notReportableReasons.map((reason) => (
            <li key={reason}>
              {t(
                `einvoice_obligation.not_reportable.${reason === 'donation' && approved ? 'donation_approved' : reason}`,
              )}
            </li>
          ))}
        </ul>
      </Section>
    </ViewPage>
  )
}

import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { currentTime } from '#app/domain/core/clock.ts'
import { daysBetween, todayIn } from '#app/domain/core/dates.ts'
import { stateName } from '#app/domain/einvoice/codes/states.ts'
import { findObligation } from '#app/domain/einvoice/obligation/save-obligation.ts'
import { certificateProblem } from '#app/domain/einvoice/settings/certificate-problem.ts'
import { writtenMsic } from '#app/domain/einvoice/settings/company-form.ts'
import { certificateOf, findReadiness, ownersOf } from '#app/domain/einvoice/settings/find-readiness.ts'
import {
  findSealedSetting,
  type SealedSetting,
  withoutSecrets,
} from '#app/domain/einvoice/settings/find-setting.ts'
import { idValueOf, secretEndings } from '#app/domain/einvoice/settings/secrets.ts'
import { warningsOf } from '#app/domain/einvoice/settings/warnings.ts'
import { maskedIdentity } from '#app/domain/identity/accounts/identity.ts'
import { paths } from '#app/paths.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { keysOf } from '#app/server/request/keys.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { ConfirmButton, LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { PageHeader, Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { CertificateFacts } from '#app/ui/einvoice/settings/CertificateFacts.tsx'
import { ObligationBadge } from '#app/ui/einvoice/settings/ObligationBadge.tsx'
import { obligationSentence } from '#app/ui/einvoice/settings/obligation-words.ts'
import { ReadinessSection } from '#app/ui/einvoice/settings/ReadinessSection.tsx'
import { SettingWarnings } from '#app/ui/einvoice/settings/SettingWarnings.tsx'
import { companyFacts, connectionFacts, workflowFacts } from '#app/ui/einvoice/settings/setting-facts.ts'

/** All that e-invoices need of the organisation: how far it is, and each part with its values. */
export const handle = { access: 'einvoice_setting.view', title: 'einvoice_setting.title' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const db = await context.read()
  const { today } = context
  const [row, obligation, readiness] = await Promise.all([
    findSealedSetting(db),
    findObligation(db, today),
    findReadiness(db, keysOf(context), { today, now: currentTime() }),
  ])
  return {
    readiness,
    obligation: obligation ?? null,
    warnings: warningsOf(row && withoutSecrets(row), today),
    setting: row ? shown(context, row) : null,
    mayEdit: context.can('einvoice_setting.edit'),
  }
}

/** Of secrets their last characters, of a person's number what is left after masking. */
function shown(context: RequestContext, row: SealedSetting) {
  const keys = keysOf(context)
  const number = idValueOf(keys, row)
  const { certificate: _, ...setting } = withoutSecrets(row)
  const facts = certificateOf(row)
  const secrets_on = row.secrets_at && todayIn(row.secrets_at)
  return {
    ...setting,
    state: stateName(row.state_code ?? '') ?? null,
    msic: writtenMsic(row.msic),
    id_value: number && (row.id_type === 'BRN' ? number : maskedIdentity(row.id_type.toLowerCase(), number)),
    endings: secretEndings(keys, row),
    secrets_on,
    age_days: secrets_on ? Math.max(0, daysBetween(secrets_on, context.today)) : 0,
    certificate: facts
      ? {
          ...{ subject: facts.subject, issuer: facts.issuer, serial: facts.serial, bits: facts.bits },
          ...{ from: todayIn(facts.from), to: todayIn(facts.to) },
          problem: certificateProblem(facts, ownersOf(keys, row), currentTime()) ?? null,
        }
      : null,
  }
}

export default function EinvoiceSettings() {
  const { readiness, obligation, warnings, setting, mayEdit } = useLoaderData<typeof loader>()
  const { t, i18n } = useTranslation()
  const { locale } = usePage()
  const status = setting?.client_id ? setting.status : 'not_configured'
  const edit = (href: string, begun: boolean) =>
    mayEdit && (
      <LinkButton href={href}>{t(begun ? 'common.action.edit' : 'einvoice_setting.enter')}</LinkButton>
    )
  const to = paths.einvoiceSetting
  return (
    <>
      <PageHeader title={t('einvoice_setting.title')} subtitle={t('einvoice_setting.about')} />
      <SettingWarnings {...warnings} mayEdit={mayEdit} />
      {setting?.environment === 'sandbox' && setting.status === 'validated' && (
        <Notice>{t('einvoice_setting.test_system')}</Notice>
      )}
      <ReadinessSection {...readiness} mayEdit={mayEdit} />
      <Part
        title={t('einvoice_obligation.title')}
        status={<ObligationBadge obligation={obligation} />}
        actions={
          <LinkButton href={to.obligation()}>
            {t(obligation ? 'einvoice_obligation.why_title' : 'einvoice_obligation.answer')}
          </LinkButton>
        }
      >
        <p>{obligation ? obligationSentence(obligation, t, locale) : t('einvoice_obligation.unanswered')}</p>
      </Part>
      <Part title={t('einvoice_setting.company_title')} actions={edit(to.company(), Boolean(setting?.name))}>
        {setting?.name ? (
          <Facts columns={2} items={companyFacts(setting, t)} />
        ) : (
          <p className="quiet">{t('einvoice_setting.none')}</p>
        )}
      </Part>
      <Part
        title={t('einvoice_setting.connection_title')}
        status={<StatusBadge status={status} words="einvoice_setting.status" />}
        actions={
          <>
            {mayEdit && setting?.client_id && setting.tin && (
              <PostButton action={to.connectionTry()} look={status === 'validated' ? 'plain' : 'primary'}>
                {t('einvoice_setting.try')}
              </PostButton>
            )}
            {edit(to.connection(), Boolean(setting?.client_id))}
          </>
        }
      >
        <p className="quiet">{t(`einvoice_setting.state.${status}`)}</p>
        {setting?.client_id && <Facts columns={2} items={connectionFacts(setting, t, locale)} />}
      </Part>
      <Part
        title={t('einvoice_setting.certificate_title')}
        actions={
          mayEdit && (
            <LinkButton href={to.certificate()}>
              {t(`einvoice_setting.certificate_${setting?.certificate ? 'replace' : 'upload'}`)}
            </LinkButton>
          )
        }
      >
        {setting?.certificate ? (
          <>
            {setting.certificate.problem && (
              <Notice tone="error">
                {t(`einvoice_setting.certificate_problem.${setting.certificate.problem}`)}
              </Notice>
            )}
            <CertificateFacts of={setting.certificate} />
          </>
        ) : (
          <p className="quiet">{t('einvoice_setting.certificate_none')}</p>
        )}
      </Part>
      <Part title={t('einvoice_setting.workflow_title')} actions={edit(to.workflow(), true)}>
        <Facts columns={2} items={workflowFacts(setting ?? usual, t, i18n.language)} />
      </Part>
      {setting && mayEdit && (
        <div className="section">
          <ConfirmButton
            label={t('einvoice_setting.remove')}
            text={t('einvoice_setting.remove_text')}
            action={to.remove()}
            confirm={t('einvoice_setting.remove')}
            fields={{ version: String(setting.version) }}
          />
        </div>
      )}
    </>
  )
}

/** What holds until somebody saves something else. */
const usual = {
  document_version: '1.0',
  basis: 'on_paid',
  auto_submit: 'off',
  auto_since: null,
  qr_position: 'bottom',
} as const

/** One part of the settings under its heading. */
function Part({
  title,
  status,
  actions,
  children,
}: {
  title: string
  status?: ReactNode
  actions: ReactNode
  children: ReactNode
}) {
  return (
    <Section title={title} actions={actions}>
      {status && <p>{status}</p>}
      {children}
    </Section>
  )
}

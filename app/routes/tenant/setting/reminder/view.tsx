import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { wordings } from '#app/domain/core/settings/reminder-setting.ts'
import { reminderSettings, wordingAddress } from '#app/domain/payments/reminders/settings.ts'
import { balanceOf } from '#app/domain/platform/message-credits/move-credits.ts'
import { fewCredits } from '#app/domain/platform/message-credits/price.ts'
import { languageTag, localeName, locales, sorted } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { samplesOf, smsSampleOf } from '#app/server/forms/wording-samples.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section, SubNav } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { SettingPage } from '#app/ui/organisation/setting/SettingPage.tsx'
import { FewCreditsNotice } from '#app/ui/payments/reminder/FewCreditsNotice.tsx'
import { reminderFacts, WordingPreview } from '#app/ui/payments/reminder/ReminderSettings.tsx'

/** When families are reminded of what they owe, and how each message reads. */
export const handle = { access: 'invoice_setting.view', title: 'setting.reminder.title' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { locale: asked } = wordingAddress.parse({ locale: new URL(request.url).searchParams.get('locale') })
  const locale = asked ?? context.locale
  const db = await context.read()
  const { wording, ...row } = await reminderSettings(db)
  const { id } = tenantOf(context)
  const sample = samplesOf(context, locale, wording)
  return {
    row,
    locale,
    languages: sorted(locales, localeName, context.locale).map((one) => ({
      label: localeName(one),
      lang: languageTag(one),
      href: paths.setting.reminder({ locale: one }),
      current: one === locale,
    })),
    samples: wordings.map((kind) => ({
      kind,
      own: wording[kind]?.[locale] !== undefined,
      wording: sample(kind),
    })),
    sms: row.sms ? await smsSampleOf(context, db, id, locale) : null,
    credits: row.sms ? (await balanceOf(db)).credit : null,
    mayEdit: context.can('invoice_setting.edit'),
    maySee: context.can('credit.view'),
  }
}

export default function ReminderSettings() {
  const { row, locale, languages, samples, sms, credits, mayEdit, maySee } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const page = usePage()
  return (
    <SettingPage name="reminder" edit={mayEdit && paths.setting.reminderEdit()}>
      {row.on ? null : <Notice>{t('setting.reminder.off')}</Notice>}
      {credits !== null && credits < fewCredits && <FewCreditsNotice credit={credits} maySee={maySee} />}
      <Facts columns={2} items={reminderFacts({ ...row, credits }, t, page.locale)} />
      {credits !== null && credits >= fewCredits && (
        <p className="hint">{t('subscription.few_credits.at_nothing')}</p>
      )}
      <Section title={t('setting.reminder.wordings')}>
        <p className="hint">{t('setting.reminder.wordings_hint')}</p>
        <SubNav label={t('setting.reminder.language')} items={languages} />
        {samples.map(({ kind, own, wording }) => (
          <Section
            key={kind}
            title={t(`setting.reminder.kinds.${kind}`)}
            actions={
              mayEdit && (
                <LinkButton href={paths.setting.reminderWording({ kind, locale })}>
                  {t('setting.reminder.change')}
                </LinkButton>
              )
            }
          >
            <p className="hint">{t(own ? 'setting.reminder.own' : 'setting.reminder.ours')}</p>
            <WordingPreview wording={wording} locale={locale} />
          </Section>
        ))}
        {sms && (
          <Section title={t('setting.reminder.sms_words')}>
            <p className="hint">{t('setting.reminder.sms_fixed')}</p>
            <WordingPreview wording={{ text: sms }} locale={locale} />
          </Section>
        )}
      </Section>
    </SettingPage>
  )
}

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import { sendForm, textLocales, titleOf } from '#app/domain/messaging/announcements/announcement.ts'
import { announcement, audienceNames } from '#app/domain/messaging/announcements/find-announcements.ts'
import { reviewOf } from '#app/domain/messaging/announcements/review.ts'
import { startSending } from '#app/domain/messaging/announcements/send-announcement.ts'
import { localeName } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { sendSettingOf } from '#app/server/announcements/setting.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton, SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section, ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { useAudienceFacts } from '#app/ui/messaging/announcement/AudienceFacts.tsx'
import { CostTable } from '#app/ui/messaging/announcement/CostTable.tsx'
import { SampleMessage } from '#app/ui/messaging/announcement/SampleMessage.tsx'
import { newId } from '#db/id.ts'

export const handle = {
  access: { any: ['announcement.send', 'announcement.send_free'] },
  title: 'announcement.review',
} satisfies Handle

const longestCode = 40
/** Letters that make an SMS dearer, named one by one. */
const mostLetters = 5

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const db = await context.read()
  const id = idOf(params, 'not_found.announcement')
  const scope = context.scope('announcement.create')
  const row = await announcement(db, scope, id)
  // Also after a second press of the button.
  if (row.status !== 'draft' && row.status !== 'scheduled') throw redirect(paths.announcement.view(id))
  const family = new URL(request.url).searchParams.get('family')?.slice(0, longestCode).trim() || undefined
  const [review, { codes: _, ...names }] = await Promise.all([
    reviewOf(db, context.actor, row, sendSettingOf(context), family),
    audienceNames(db, scope, row.audience),
  ])
  return {
    ...{ id, version: row.version, title: titleOf(row, context.locale), channels: row.channels, family },
    ...{ who: row.audience.who, names, review, form_key: newId() },
    mayTest: context.can('announcement.create'),
    mayTopUp: context.can('credit.top_up'),
    locales: textLocales.filter((locale) => row[`title_${locale}`]),
  }
}

/** Sends: the button carries the counts that the page showed. */
export const action = (args: ActionFunctionArgs) =>
  submit(args, sendForm, async ({ trx, actor, context }, input) => {
    const id = idOf(args.params, 'not_found.announcement')
    const scope = context.scope('announcement.create')
    const { cost } = await startSending(trx, actor, scope, id, input, sendSettingOf(context))
    return redirectWith(paths.announcement.view(id), 'announcement_sent', { count: cost.recipients })
  })

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

export default function ReviewAnnouncement() {
  const loaded = useLoaderData<typeof loader>()
  const { id, title, review, who, names } = loaded
  const { t } = useTranslation()
  const { cost, balance, warned, costly } = review
  const audience = useAudienceFacts({ who }, names)
  return (
    <ViewPage
      title={t('announcement.review')}
      subtitle={title}
      back={{ label: t('announcement.one'), href: paths.announcement.view(id) }}
      actions={<LinkButton href={paths.announcement.edit(id)}>{t('common.action.edit')}</LinkButton>}
    >
      <Facts items={audience} />
      <Section title={t('announcement.cost')}>
        <div className="group">
          <p>{t('announcement.reached', { count: cost.recipients, shown: formatCount(cost.recipients) })}</p>
          {cost.recipients > 0 && <CostTable cost={cost} withCredits={balance !== null} />}
          {cost.channels.some(({ segments }) => segments > 1) && (
            <p className="quiet">
              {t('announcement.segments', {
                count: Math.max(...cost.channels.map(({ segments }) => segments)),
              })}
            </p>
          )}
          {costly.length > 0 && (
            <Notice>
              {costly.slice(0, mostLetters).map(({ letter, instead }) => (
                <p key={letter}>
                  {instead === null
                    ? t('sms_rule.costly_alone', { letter })
                    : t('sms_rule.costly', { letter, instead })}
                </p>
              ))}
            </Notice>
          )}
          {warned.map(({ rule, found }) => (
            <Notice tone="warning" key={rule}>
              {t(`sms_rule.warned.${rule}`, { found })}
            </Notice>
          ))}
          <SendForm {...loaded} />
        </div>
      </Section>
      <Samples {...loaded} />
      <TestForm {...loaded} />
    </ViewPage>
  )
}

function SendForm({ id, version, review, mayTopUp }: Loaded) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const [form] = useFormOf(sendForm, useActionData<typeof action>())
  const { cost, counted, balance, quiet_until } = review
  const short = balance !== null && balance < cost.credits
  return (
    <>
      {balance !== null && cost.credits > 0 && (
        <p>
          {t('announcement.balance', {
            balance: formatCount(balance),
            after: formatCount(Math.max(0, balance - cost.credits)),
          })}
        </p>
      )}
      {short && (
        <Notice tone="error" title={t('announcement.insufficient')}>
          <p>
            {t('announcement.insufficient_text', { count: cost.credits - (balance ?? 0) })}{' '}
            {mayTopUp && <a href={paths.message_credit.order()}>{t('announcement.top_up')}</a>}
          </p>
        </Notice>
      )}
      {quiet_until && <Notice>{t('announcement.quiet', { at: formatInstant(quiet_until, locale) })}</Notice>}
      <form method="post" className="fields" noValidate>
        <ErrorSummary form={form} noun="announcement" />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="counted" value={counted} />
        <div className="actions">
          {cost.recipients > 0 && !short && (
            <SubmitButton>
              {cost.credits > 0 && balance !== null
                ? t('announcement.send_paid', {
                    count: cost.recipients,
                    recipients: formatCount(cost.recipients),
                    credits: t('announcement.in_credits', {
                      count: cost.credits,
                      shown: formatCount(cost.credits),
                    }),
                  })
                : t('announcement.send_free', {
                    count: cost.recipients,
                    recipients: formatCount(cost.recipients),
                  })}
            </SubmitButton>
          )}
          <LinkButton href={paths.announcement.schedule(id)}>{t('announcement.schedule')}</LinkButton>
        </div>
      </form>
    </>
  )
}

function Samples({ id, family, review }: Loaded) {
  const { t } = useTranslation()
  return (
    <Section title={t('announcement.samples')}>
      {review.samples.length === 0 && <p className="quiet">{t('announcement.no_samples')}</p>}
      {review.samples.map((sample, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two recipients may have one name
        <SampleMessage key={index} sample={sample} />
      ))}
      <form method="get" action={paths.announcement.review(id)} className="fields">
        <div className="field">
          <label htmlFor="family">{t('announcement.preview_family')}</label>
          <p className="hint" id="family-hint">
            {t('announcement.preview_family_hint')}
          </p>
          <input
            id="family"
            name="family"
            className="short"
            defaultValue={family}
            aria-describedby="family-hint"
            autoComplete="off"
          />
        </div>
        <div className="actions">
          <SubmitButton look="plain">{t('announcement.preview')}</SubmitButton>
        </div>
      </form>
      {review.family && <SampleMessage sample={review.family} />}
      {review.family === null && <Notice tone="warning">{t('announcement.not_among', { family })}</Notice>}
    </Section>
  )
}

function TestForm({ id, channels, locales, form_key, mayTest }: Loaded) {
  const { t } = useTranslation()
  if (!mayTest) return null
  return (
    <Section title={t('announcement.test')}>
      <form method="post" action={paths.announcement.test(id)} className="fields">
        <p>{t('announcement.test_text')}</p>
        <fieldset className="field">
          <legend>{t('announcement.channels')}</legend>
          {channels.map((channel) => (
            <div className="choice" key={channel}>
              <input
                type="checkbox"
                id={`test-${channel}`}
                name="channels"
                value={channel}
                defaultChecked={channel === 'inapp'}
              />
              <label htmlFor={`test-${channel}`}>{t(`announcement.channel.${channel}`)}</label>
              <span className="hint">{t(`announcement.price.${channel}`)}</span>
            </div>
          ))}
        </fieldset>
        <fieldset className="field">
          <legend>{t('announcement.test_locale')}</legend>
          {locales.map((locale, index) => (
            <div className="choice" key={locale}>
              <input
                type="radio"
                id={`test-${locale}`}
                name="locale"
                value={locale}
                defaultChecked={index === 0}
              />
              <label htmlFor={`test-${locale}`}>{localeName(locale)}</label>
            </div>
          ))}
        </fieldset>
        <input type="hidden" name="form_key" value={form_key} />
        <div className="actions">
          <SubmitButton look="plain">{t('announcement.test_send')}</SubmitButton>
        </div>
      </form>
    </Section>
  )
}

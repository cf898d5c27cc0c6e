import { useTranslation } from 'react-i18next'
import type { NothingOffered as Why } from '#app/domain/platform/subscriptions/subscription.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { Email, Phone } from '#app/ui/core/page/Contact.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { type PageHeaderProps, ViewPage } from '#app/ui/core/page/ViewPage.tsx'

/** The platform's contact. */
interface Seller {
  name: string
  contact_phone: string | null
  contact_email: string | null
}

/** Reasons for which a renewal is the solution. */
const renewed: readonly Why[] = ['not_active', 'no_days_left']

interface NothingOfferedProps {
  page: Pick<PageHeaderProps, 'title' | 'back'>
  why: Why
  choices: Parameters<typeof ExceededLimits>[0]['choices']
  seller: Seller
}

/** Shown instead of a form without choices: the reason, and what to do. */
export function NothingOffered({ page, why, choices, seller }: NothingOfferedProps) {
  const { t } = useTranslation()
  const { name, contact_phone, contact_email } = seller
  const asks = why !== 'follower_waits' && !renewed.includes(why)
  return (
    <ViewPage {...page}>
      <Notice tone="warning" title={t(`subscription.own.nothing.${why}.title`)}>
        <p>{t(`subscription.own.nothing.${why}.text`)}</p>
      </Notice>
      <ExceededLimits choices={choices} />
      {asks && (contact_phone !== null || contact_email !== null) && (
        <Facts
          items={[
            { label: t('subscription.own.seller'), value: name },
            contact_phone !== null && {
              label: t('entity.contact_phone'),
              value: <Phone number={contact_phone} />,
            },
            contact_email !== null && {
              label: t('entity.contact_email'),
              value: <Email address={contact_email} />,
            },
          ]}
        />
      )}
      {renewed.includes(why) && (
        <div className="actions">
          <LinkButton href={paths.setting.subscriptionRenew()} look="primary">
            {t('subscription.renew')}
          </LinkButton>
        </div>
      )}
    </ViewPage>
  )
}

interface ExceededLimitsProps {
  choices: readonly {
    id: string
    name: string
    over: readonly { noun: string; has: number; limit: number }[]
  }[]
}

/** Packages whose limits the organisation exceeds, with the exceeded limits. */
export function ExceededLimits({ choices }: ExceededLimitsProps) {
  const { t } = useTranslation()
  return choices
    .filter(({ over }) => over.length > 0)
    .map(({ id, name, over }) => (
      <Notice key={id} tone="info" title={t('subscription.own.too_small', { name })}>
        <ul>
          {over.map(({ noun, has, limit }) => (
            <li key={noun}>
              {t(noun === 'storage' ? 'subscription.own.too_small_files' : 'subscription.own.too_small_row', {
                what: t(`subscription.own.limit.${noun}`),
                ...{ has, limit },
              })}
            </li>
          ))}
        </ul>
      </Notice>
    ))
}

interface AboveChoicesProps extends ExceededLimitsProps {
  form: { errors?: readonly string[] | undefined; status?: string | undefined }
}

/** Above a choice of packages: that no invoice was made, and the packages that are too small. */
export function AboveChoices({ form, choices }: AboveChoicesProps) {
  const { t } = useTranslation()
  const failed = form.errors?.length || form.status === 'error'
  return (
    <>
      {failed && (
        <Notice tone="error" title={t('subscription.own.failed')}>
          <p>{t('subscription.own.failed_hint')}</p>
        </Notice>
      )}
      <ExceededLimits choices={choices} />
    </>
  )
}

import { useTranslation } from 'react-i18next'
import type { NothingOffered as Why } from '#app/domain/platform/subscriptions/offered/nothing-offered.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { Email, Phone } from '#app/ui/core/page/Contact.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import type { PageHeaderProps } from '#app/ui/core/page/PageHeader.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { TooSmall } from './TooSmall.tsx'

/** Whom an organisation asks. */
export interface Seller {
  name: string
  contact_phone: string | null
  contact_email: string | null
}

/** Where a renewal is the way out. */
const renewed: readonly Why[] = ['not_active', 'no_days_left']

interface Props {
  page: Pick<PageHeaderProps, 'title' | 'back'>
  why: Why
  choices: Parameters<typeof TooSmall>[0]['choices']
  seller: Seller
}

/** In place of a form without a choice: why there is none, and what to do. */
export function NothingOffered({ page, why, choices, seller }: Props) {
  const { t } = useTranslation()
  const { name, contact_phone, contact_email } = seller
  const asks = why !== 'follower_waits' && !renewed.includes(why)
  return (
    <ViewPage {...page}>
      <Notice tone="warning" title={t(`subscription.own.nothing.${why}.title`)}>
        <p>{t(`subscription.own.nothing.${why}.text`)}</p>
      </Notice>
      <TooSmall choices={choices} />
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

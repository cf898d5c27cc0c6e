import { useTranslation } from 'react-i18next'
import { addressLine } from '#app/domain/core/contact/address.ts'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import type { entityBank } from '#app/domain/organisation/entities/find-entity.ts'
import type { entityForOperator } from '#app/domain/platform/entities/operator-view.ts'
import { payoutDayWords } from '#app/domain/platform/payouts/day-requests/day-words.ts'
import type { DayRequest } from '#app/domain/platform/payouts/day-requests/find.ts'
import type { PayoutSchedule } from '#app/domain/platform/payouts/payout.ts'
import { localeName } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { Email, Phone } from '#app/ui/core/page/Contact.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/Section.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { DayRequested } from '#app/ui/platform/payout/DayRequested.tsx'

type Row = Awaited<ReturnType<typeof entityForOperator>>
type Bank = Awaited<ReturnType<typeof entityBank>> & {
  waits?: { id: string } | undefined
  schedule: PayoutSchedule
  /** The other day that it asked for last. */
  asked?: DayRequest | undefined
  /** Whether the reader prepares payouts and sets their day. */
  mayPay: boolean
}

interface Props {
  row: Row
  /** Null for who may not see it; of the number there is only its end. */
  bank: Bank | null
  /** Where its pages are. */
  origin: string
  lastSignIn: Date | string | null
}

/** Who an organisation is, where it is reached, what it has subscribed to, and how it is set up. */
export function EntityFacts({ row, bank, origin, lastSignIn }: Props) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const at = (instant: Date | string) => formatInstant(instant, locale)
  return (
    <>
      <Section title={t('entity.profile')}>
        <Facts
          columns={2}
          items={[
            { label: t('entity.company_name'), value: row.company_name },
            { label: t('entity.registration_number'), value: row.registration_number },
            { label: t('entity.organisation_type'), value: t(`entity.types.${row.organisation_type}`) },
            { label: t('entity.licence_no'), value: row.licence_no },
            { label: t('entity.nametag'), value: row.nametag },
            { label: t('entity.default_locale'), value: localeName(row.default_locale) },
            { label: t('entity.contact_name'), value: row.contact_name },
            { label: t('entity.contact_phone'), value: <Phone number={row.contact_phone} /> },
            { label: t('entity.contact_email'), value: <Email address={row.contact_email} /> },
            { label: t('entity.address'), value: addressLine(row), wide: true },
          ]}
        />
      </Section>
      <Subscription row={row} />
      <Section title={t('entity.set_up')}>
        <Facts
          columns={2}
          items={[
            { label: t('entity.pages'), value: origin.replace(/^https?:\/\//, ''), href: origin },
            { label: t('entity.smtp_status'), value: <StatusBadge status={row.smtp_status} /> },
            { label: t('entity.fpx_seller_id'), value: row.fpx_seller_id },
            { label: t('entity.last_sign_in'), value: lastSignIn && at(lastSignIn) },
            { label: t('entity.created_at'), value: at(row.created_at) },
            { label: t('entity.updated_at'), value: at(row.updated_at) },
          ]}
        />
      </Section>
      {bank && (
        <Section
          title={t('entity.bank')}
          actions={bank.mayPay && <a href={paths.admin.payout.day(row.id)}>{t('payout.day.change')}</a>}
        >
          <Facts
            columns={2}
            items={[
              { label: t('entity.bank_name'), value: bank.bank_name },
              { label: t('entity.account_name'), value: bank.account_name },
              { label: t('entity.account_number'), value: bank.account_number },
              { label: t('entity.bank_status'), value: <StatusBadge status={bank.bank_status} /> },
              bank.bank_changed_at !== null && {
                label: t('bank_change.since'),
                value: at(bank.bank_changed_at),
              },
              { label: t('payout.day.title'), value: payoutDayWords(bank.schedule, t) },
            ]}
          />
          {bank.asked?.status === 'pending' && (
            <DayRequested row={bank.asked}>
              {bank.mayPay && (
                <>
                  <PostButton action={paths.admin.payoutDay.accept(bank.asked.id)} look="primary">
                    {t('payout.day.accept')}
                  </PostButton>
                  <LinkButton href={paths.admin.payoutDay.refuse(bank.asked.id)}>
                    {t('payout.day.refuse')}
                  </LinkButton>
                </>
              )}
            </DayRequested>
          )}
          {bank.waits && (
            <p>
              <a href={paths.admin.entityBank.view(bank.waits.id)}>{t('bank_change.another_waits')}</a>
            </p>
          )}
        </Section>
      )}
    </>
  )
}

function Subscription({ row }: { row: Row }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { subscription_status: status, starts_on, expires_on } = row
  return (
    <Section title={t('entity.subscription')}>
      {status === null ? (
        <p>{t('entity.no_package')}</p>
      ) : (
        <Facts
          columns={2}
          items={[
            { label: t('entity.package'), value: row.package },
            { label: t('entity.subscription_status'), value: <StatusBadge status={status} /> },
            { label: t('entity.starts_on'), value: starts_on && formatDate(starts_on, locale) },
            { label: t('entity.expires_on'), value: expires_on && formatDate(expires_on, locale) },
            { label: t('entity.credit'), value: row.credit?.toLocaleString('en') },
          ]}
        />
      )}
    </Section>
  )
}

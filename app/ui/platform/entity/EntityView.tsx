import { useTranslation } from 'react-i18next'
import { addressLine } from '#app/domain/core/contact/address.ts'
import { formatDate, formatInstant, formatMonth } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { entityBank } from '#app/domain/organisation/entities/find-entity.ts'
import type {
  entityForOperator,
  moneyOfEntity,
  sizeOfEntity,
  troubleOfEntity,
} from '#app/domain/platform/entities/find-entities.ts'
import { type PayoutSchedule, payoutDayWords } from '#app/domain/platform/payouts/payout.ts'
import type { DayRequest } from '#app/domain/platform/payouts/payout-day.ts'
import { localeName } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { Email, Phone } from '#app/ui/core/page/Contact.tsx'
import { Facts, Figures } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'
import { PayoutDayRequest } from '#app/ui/platform/payout/PayoutDay.tsx'

type Row = Awaited<ReturnType<typeof entityForOperator>>
type Bank = Awaited<ReturnType<typeof entityBank>> & {
  waits?: { id: string } | undefined
  schedule: PayoutSchedule
  /** The latest request for another payout day. */
  asked?: DayRequest | undefined
  /** Whether the reader prepares payouts and sets their day. */
  mayPay: boolean
}

interface EntityFactsProps {
  row: Row
  /** Null without the permission; the number is masked. */
  bank: Bank | null
  /** The organisation's origin. */
  origin: string
  lastSignIn: Date | string | null
}

/** Identity, contact, subscription and set-up of an organisation. */
export function EntityFacts({ row, bank, origin, lastSignIn }: EntityFactsProps) {
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
            <PayoutDayRequest row={bank.asked}>
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
            </PayoutDayRequest>
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

type Of<Find extends (...given: never[]) => Promise<unknown>> = Awaited<ReturnType<Find>>

const counted = ['student', 'branch', 'staff'] as const

interface Limits {
  id: string
  student_limit: number | null
  branch_limit: number | null
  staff_limit: number | null
}

interface EntityFiguresProps {
  row: Limits
  /** Null without the permission to see money. */
  money: Of<typeof moneyOfEntity> | null
  trouble: Of<typeof troubleOfEntity>
  /** The latest nightly reconciliation; null before the first, and without the permission. */
  books: { id: string; on_day: string; state: string } | null
  size: Omit<Of<typeof sizeOfEntity>, 'last_sign_in'> | null
  may: { exceptions: boolean; jobs: boolean }
}

/** Money, counts, and open problems. */
export function EntityFigures({ row, money, trouble, size, may, books }: EntityFiguresProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const listed = (name: string, query: Record<string, string>) =>
    paths.admin.listed(name, String(new URLSearchParams(query)))
  const about = { entity_id: row.id }
  return (
    <Figures
      items={[
        ...(money
          ? [
              {
                label: t('entity.collected_month', { month: formatMonth(money.month, locale) }),
                value: formatRinggit(money.month_sen),
                hint: t('entity.collected_all', { sum: formatRinggit(money.all_sen) }),
                href: listed('collection', { ...about, from: money.month }),
              },
            ]
          : []),
        ...(size
          ? counted.map((noun) => {
              const limit = row[`${noun}_limit`]
              return {
                label: t(`entity.count.${noun}`),
                value: size[noun].toLocaleString('en'),
                hint:
                  limit === null ? undefined : t('entity.of_limit', { limit: limit.toLocaleString('en') }),
              }
            })
          : []),
        ...(books
          ? [
              {
                label: t('admin.equation.one'),
                value: t(`admin.equation.states.${books.state}`),
                hint: formatDate(books.on_day, locale),
                href: paths.admin.equation.view(books.id),
              },
            ]
          : []),
        {
          label: t('entity.open_exceptions'),
          value: String(trouble.exceptions),
          href: may.exceptions ? listed('payment-exception', { ...about, state: 'unsettled' }) : undefined,
        },
        {
          label: t('entity.failed_jobs'),
          value: String(trouble.jobs),
          href: may.jobs ? listed('job', { ...about, state: 'open' }) : undefined,
        },
      ]}
    />
  )
}

interface EntityDomainProps {
  row: Awaited<ReturnType<typeof entityForOperator>>
  mayEdit: boolean
}

/** The organisation's own domain, its verification status, and a button to switch it off. */
export function EntityDomain({ row, mayEdit }: EntityDomainProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { custom_domain: domain, custom_domain_checked_at: checked, custom_domain_off_at: off } = row
  const to = paths.admin.entity.domain(row.id)
  return (
    <Section title={t('entity.custom_domain')}>
      {domain === null && !off ? (
        <p>{t('domain.none')}</p>
      ) : (
        <Facts
          columns={2}
          items={[
            { label: t('domain.domain'), value: domain },
            {
              label: t('entity.custom_domain_status'),
              value: <StatusBadge status={row.custom_domain_status} />,
            },
            { label: t('domain.checked_at'), value: checked && formatInstant(checked, locale) },
            { label: t('domain.off_since'), value: off && formatInstant(off, locale) },
            { label: t('domain.off_reason'), value: row.custom_domain_off_reason, wide: true },
          ]}
        />
      )}
      {mayEdit && domain !== null && !off && (
        <LinkButton href={to} look="danger">
          {t('domain.switch_off')}
        </LinkButton>
      )}
      {mayEdit && off && (
        <PostButton action={paths.admin.entity.domainAllow(row.id)} fields={{ version: String(row.version) }}>
          {t('domain.allow')}
        </PostButton>
      )}
    </Section>
  )
}

interface EntityNotesProps {
  entity_id: string
  /** Id of the new note, so that a double submit adds one. */
  note_id: string
  rows: readonly { id: string; body: string; author: string; created_at: Date | string }[]
  mayWrite: boolean
}

/** Operators' internal notes about an organisation. */
export function EntityNotes({ entity_id, note_id, rows, mayWrite }: EntityNotesProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <Section title={t('entity.notes')} id="notes">
      <p className="quiet small">{t('entity.notes_hint')}</p>
      {rows.length > 0 && (
        <ul className="facts">
          {rows.map(({ id, body, author, created_at }) => (
            <li key={id}>
              <div>
                <p>{unbroken(body)}</p>
                <p className="quiet small">{unbroken(`${author}, ${formatInstant(created_at, locale)}`)}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {mayWrite && (
        <form method="post" action={paths.admin.entity.note(entity_id)} className="fields section" noValidate>
          <input type="hidden" name="note_id" value={note_id} />
          <div className="field">
            <label htmlFor="body">{t('entity.body')}</label>
            <textarea id="body" name="body" rows={2} maxLength={1000} required />
          </div>
          <div className="actions">
            <button type="submit">{t('entity.write_note')}</button>
          </div>
        </form>
      )}
    </Section>
  )
}

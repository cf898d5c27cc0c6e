import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import type { BankChangeStatus } from '#app/domain/organisation/bank-changes/bank-change.ts'
import { paths } from '#app/paths.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { PostButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

interface Change {
  id: string
  bank_name: string
  account_name: string
  last_four: string
  asker: string
  asked_at: Date | string
  decided_at: Date | string | null
  decision_reason: string | null
  status: BankChangeStatus
  has_file: boolean
}

/** The organisation's requests to change its bank account, the latest first; a pending one can be withdrawn. */
export function BankChanges({ changes, mayEdit }: { changes: readonly Change[]; mayEdit: boolean }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  return changes.map((row) => (
    <Section key={row.id} title={t('bank_change.asked_on', { at: formatInstant(row.asked_at, locale) })}>
      <p>
        <StatusBadge status={row.status} />
      </p>
      <Facts
        columns={2}
        items={[
          { label: t('bank_change.bank_name'), value: row.bank_name },
          { label: t('bank_change.account_name'), value: row.account_name },
          { label: t('bank_change.account_number'), value: `•••• ${row.last_four}` },
          { label: t('bank_change.asker'), value: row.asker },
          row.decided_at !== null && {
            label: t('bank_change.decided_at'),
            value: formatInstant(row.decided_at, locale),
          },
          row.decision_reason !== null && {
            label: t('bank_change.decision_reason'),
            value: row.decision_reason,
            wide: true,
          },
        ]}
      />
      {(row.has_file || (mayEdit && row.status === 'pending')) && (
        <div className="actions">
          {row.has_file && <a href={paths.setting.bankLetter(row.id)}>{t('bank_change.see_letter')}</a>}
          {mayEdit && row.status === 'pending' && (
            <PostButton action={paths.setting.bankWithdraw(row.id)}>{t('bank_change.withdraw')}</PostButton>
          )}
        </div>
      )}
    </Section>
  ))
}

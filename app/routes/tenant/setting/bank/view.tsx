import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { standingOf } from '#app/domain/organisation/bank-changes/bank-change.ts'
import { ownBankChanges } from '#app/domain/organisation/bank-changes/find-bank-changes.ts'
import { entityBank } from '#app/domain/organisation/entities/find-entity.ts'
import { payoutDayWords } from '#app/domain/platform/payouts/payout.ts'
import { latestDayRequest, scheduleOfEntity } from '#app/domain/platform/payouts/payout-day.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { hasLetter } from '#app/server/documents/letter.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { SettingPage } from '#app/ui/organisation/setting/SettingPage.tsx'
import { PayoutDayRequest } from '#app/ui/platform/payout/PayoutDay.tsx'

/** Where the organisation's money goes, and what it has asked of that. */
export const handle = { access: 'bank.view', title: 'setting.bank.title' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const { id, place } = tenantOf(context)
  const db = await context.read()
  const [bank, changes, schedule, asked] = await Promise.all([
    entityBank(db, context.services.ring, id),
    ownBankChanges(db),
    scheduleOfEntity(db, id),
    latestDayRequest(db, id),
  ])
  const mayEdit = context.can('bank.edit')
  const waits = changes.some(({ status }) => status === 'pending')
  return {
    bank,
    standing: standingOf(bank.bank_status, waits),
    changes: await Promise.all(
      changes.map(async ({ letter_key, letter_type: _type, letter_bytes: _bytes, ...change }) => ({
        ...change,
        has_file: mayEdit && letter_key !== null && (await hasLetter(place.schema, letter_key)),
      })),
    ),
    ...{ waits, mayEdit, schedule, asked: asked ?? null },
  }
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

export default function BankSetting() {
  const { bank, standing, changes, waits, mayEdit, schedule, asked } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const { account_number, bank_changed_at } = bank
  return (
    <SettingPage
      name="bank"
      status={<StatusBadge status={standing} />}
      actions={
        mayEdit &&
        !waits && (
          <LinkButton href={paths.setting.bankChange()} look="primary">
            {t(account_number ? 'bank_change.new' : 'bank_change.first')}
          </LinkButton>
        )
      }
    >
      {standing === 'rejected' && <Notice tone="error">{t('bank_change.rejected_hint')}</Notice>}
      {standing === 'unverified' && <Notice tone="warning">{t('bank_change.unverified_hint')}</Notice>}
      {waits && <Notice tone="warning">{t('bank_change.waits_hint')}</Notice>}
      {account_number && (
        <Facts
          items={[
            { label: t('bank_change.bank_name'), value: bank.bank_name },
            { label: t('bank_change.account_name'), value: bank.account_name },
            { label: t('bank_change.account_number'), value: account_number },
            bank_changed_at !== null && {
              label: t('bank_change.since'),
              value: formatInstant(bank_changed_at, locale),
            },
          ]}
        />
      )}
      <Section
        title={t('payout.day.title')}
        actions={
          mayEdit &&
          asked?.status !== 'pending' && <a href={paths.setting.bankDay()}>{t('payout.day.ask')}</a>
        }
      >
        <p>{t('payout.day.paid', { day: payoutDayWords(schedule, t) })}</p>
        {asked && (
          <PayoutDayRequest row={asked}>
            {mayEdit && asked.status === 'pending' && (
              <PostButton action={paths.setting.bankDayWithdraw(asked.id)}>
                {t('payout.day.withdraw')}
              </PostButton>
            )}
          </PayoutDayRequest>
        )}
      </Section>
      <BankChanges changes={changes} mayEdit={mayEdit} />
    </SettingPage>
  )
}

/** The organisation's requests to change its bank account, the latest first; a pending one can be withdrawn. */
function BankChanges({ changes, mayEdit }: Pick<Loaded, 'changes' | 'mayEdit'>) {
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

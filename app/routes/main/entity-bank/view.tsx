import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { entityBank } from '#app/domain/organisation/entities/find-entity.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { openedBankChange } from '#app/server/setting/opened-bank-change.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section, ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { BankLetter, useBankChangeFacts } from '#app/ui/organisation/bank-change/BankLetter.tsx'

/** An account that an organisation asks for, beside the one in use. */
export const handle = { access: 'admin.entity_bank.view', title: 'bank_change.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const opened = await openedBankChange(context, params)
  const { row } = opened
  const { ring } = context.services
  return {
    ...opened,
    used: await entityBank(await context.read(), ring, row.entity_id),
    mayDecide: row.status === 'pending' && context.operatorCan('admin.entity_bank.confirm'),
    mayEntity: context.operatorCan('admin.entity.view'),
  }
}

export default function ViewBankChange() {
  const { row, letter, used, mayDecide, mayEntity } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const to = paths.admin.entityBank
  return (
    <ViewPage
      title={row.account_name}
      subtitle={row.entity}
      back={{ label: t('bank_change.plural'), href: to.list() }}
      status={<StatusBadge status={row.status} />}
      actions={
        <>
          {mayDecide && (
            <>
              <LinkButton href={to.confirm(row.id)} look="primary">
                {t('bank_change.confirm')}
              </LinkButton>
              <LinkButton href={to.refuse(row.id)}>{t('bank_change.refuse')}</LinkButton>
            </>
          )}
          {mayEntity && (
            <LinkButton href={paths.admin.entity.view(row.entity_id)}>{t('entity.one')}</LinkButton>
          )}
        </>
      }
    >
      {row.status === 'pending' && <Notice tone="warning">{t('bank_change.compare')}</Notice>}
      <Facts
        columns={2}
        items={[
          ...useBankChangeFacts(row),
          { label: t('bank_change.asker'), value: row.asker },
          { label: t('bank_change.asked_at'), value: formatInstant(row.asked_at, locale) },
          row.decided_at !== null && { label: t('bank_change.decider'), value: row.decider },
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
      <Section title={t('bank_change.letter')}>
        <BankLetter id={row.id} type={letter} registration={row.registration_id} />
      </Section>
      {used.account_number && (
        <Section title={t('bank_change.used')}>
          <Facts
            columns={2}
            items={[
              { label: t('bank_change.bank_name'), value: used.bank_name },
              { label: t('bank_change.account_name'), value: used.account_name },
              { label: t('bank_change.account_number'), value: used.account_number },
              { label: t('bank_change.status'), value: <StatusBadge status={used.bank_status} /> },
            ]}
          />
        </Section>
      )}
    </ViewPage>
  )
}

import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { columnsOf, formatCount } from '#app/domain/core/lists/columns.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import {
  type CreditUseOfMonth,
  latestMovements,
  reservedNow,
  usedThisMonth,
} from '#app/domain/platform/message-credits/find-credits.ts'
import { balanceOf } from '#app/domain/platform/message-credits/move-credits.ts'
import { fewCredits, offeredSen } from '#app/domain/platform/message-credits/price.ts'
import { openTopUps, topUpOffers } from '#app/domain/platform/message-credits/top-up.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { EmptyState } from '#app/ui/core/feedback/EmptyState.tsx'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { Entries, Facts } from '#app/ui/core/page/Facts.tsx'
import { Section, ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'
import { FewCreditsNotice } from '#app/ui/payments/reminder/FewCreditsNotice.tsx'
import { Prices } from '#app/ui/platform/message-credit/Prices.tsx'

/** The organisation's message credits: what is left, what used them, what they cost. */
export const handle = { access: 'credit.view', title: 'message_credit.plural' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const db = await context.read()
  const { id, stage } = tenantOf(context)
  const mayTopUp = context.can('credit.top_up')
  const [balance, reserved, used, offers, latest, open] = await Promise.all([
    balanceOf(db),
    reservedNow(db),
    usedThisMonth(db, context.today),
    // Who may not top up sees the balance and what became of it, not what was paid.
    mayTopUp ? topUpOffers(db, offeredSen) : [],
    mayTopUp ? latestMovements(db) : [],
    mayTopUp ? openTopUps(db, id) : [],
  ])
  return { isHeld: stage !== null, balance, reserved, used, offers, latest, open, mayTopUp }
}

const useColumns = columnsOf<CreditUseOfMonth>()(
  { key: 'use', label: 'message_credit.use', words: 'message_credit.uses', room: 'who' },
  { key: 'channel', label: 'message_credit.channel', words: 'message_credit.channels' },
  { key: 'messages', label: 'message_credit.messages', kind: 'count' },
  { key: 'credits', label: 'message_credit.credits', kind: 'count', total: true, room: 'much' },
)

type Movement = ReturnType<typeof useLoaderData<typeof loader>>['latest'][number]

const latestColumns = columnsOf<Movement>()(
  { key: 'kind', label: 'message_credit.kind', words: 'message_credit.kinds', room: 'who' },
  { key: 'moved_on', label: 'message_credit.moved_on', kind: 'date' },
  { key: 'what', kind: 'title', label: 'message_credit.what' },
  { key: 'delta', label: 'message_credit.delta', kind: 'count', room: 'much' },
  { key: 'balance', label: 'message_credit.balance', kind: 'count', room: 'table' },
)

export default function MessageCredits() {
  const { isHeld, balance, reserved, used, offers, latest, open, mayTopUp } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const to = paths.message_credit
  const title = t('message_credit.plural')
  if (!isHeld)
    return (
      <ViewPage title={title}>
        <EmptyState title={t('message_credit.none')} hint={t('message_credit.none_hint')} />
      </ViewPage>
    )
  return (
    <ViewPage
      title={title}
      subtitle={t('message_credit.subtitle')}
      actions={
        mayTopUp && (
          <LinkButton href={to.order()} look="primary">
            {t('message_credit.top_up')}
          </LinkButton>
        )
      }
    >
      {open.map(({ id, number, credits, total_sen }) => (
        <Notice key={id} tone="info" title={t('message_credit.open', { number })}>
          <p>
            {t('message_credit.open_text', {
              credits: formatCount(credits),
              amount: formatRinggit(total_sen),
            })}{' '}
            <a href={to.topUp(id)}>{t('message_credit.open_see')}</a>
          </p>
        </Notice>
      ))}
      {balance.credit < fewCredits && <FewCreditsNotice credit={balance.credit} maySee={false} />}
      <Facts
        columns={2}
        items={[
          { label: t('message_credit.left'), value: formatCount(balance.credit) },
          { label: t('message_credit.included'), value: formatCount(balance.included) },
          { label: t('message_credit.bought'), value: formatCount(balance.bought) },
          { label: t('message_credit.reserved'), value: formatCount(reserved) },
        ]}
      />
      <p className="quiet small">
        {t('message_credit.first')} {reserved > 0 && t('message_credit.reserved_hint')}
      </p>
      <Section title={t('message_credit.used')}>
        {used.length === 0 ? (
          <p className="quiet">{t('message_credit.used_none')}</p>
        ) : (
          <Table
            caption={t('message_credit.used')}
            columns={useColumns}
            rows={used}
            rowKey={({ use, channel }) => `${use} ${channel}`}
            brief
            totals={{ credits: used.reduce((sum, { credits }) => sum + credits, 0) }}
          />
        )}
      </Section>
      {mayTopUp && <Latest rows={latest} />}
      <Section title={t('message_credit.costs')}>
        <Entries
          items={(['free', 'email', 'sms', 'whatsapp'] as const).map((one) => ({
            title: t(`message_credit.cost.${one}`),
            meta: t(`message_credit.cost_${one}`),
          }))}
        />
      </Section>
      {mayTopUp && (
        <Section title={t('message_credit.prices')}>
          <p className="quiet small">{t('message_credit.terms')}</p>
          <Prices offers={offers} />
        </Section>
      )}
    </ViewPage>
  )
}

/** The latest lines of the ledger. */
function Latest({ rows }: { rows: readonly Movement[] }) {
  const { t } = useTranslation()
  return (
    <Section title={t('message_credit.latest')}>
      {rows.length === 0 ? (
        <p className="quiet">{t('message_credit.no_movements')}</p>
      ) : (
        <>
          <Table caption={t('message_credit.latest')} columns={latestColumns} rows={rows} brief />
          <div className="actions">
            <a href={paths.message_credit.list()}>{t('message_credit.all')}</a>
          </div>
        </>
      )}
    </Section>
  )
}

import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { daysBetween, formatDate, formatInstant, todayIn } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type {
  DeskException,
  operatorException,
} from '#app/domain/gateways/payment-exceptions/find-exceptions.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import type { Tone } from '#app/ui/core/feedback/tones.ts'
import { ConfirmButton, LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { type Fact, Facts } from '#app/ui/core/page/Facts.tsx'
import { ListPage, type ListView } from '#app/ui/core/page/ListPage.tsx'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import { Timeline } from '#app/ui/core/page/Timeline.tsx'
import { Section, ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { codeWord } from '#app/ui/payments/payment/Attempts.tsx'

/** What both desks know of one. */
type ShownException = DeskException & Pick<Awaited<ReturnType<typeof operatorException>>, 'notes'>

interface ExceptionViewProps {
  row: ShownException
  /** `YYYY-MM-DD` */
  today: string
  addresses: typeof paths.exception | typeof paths.admin.exception
  /** What the reader may do; who proposed a refund does not confirm it. */
  may: { settle: boolean; approve: boolean; isOwner: boolean; isProposer: boolean }
  /** What only one of the desks knows. */
  facts: Fact[]
  /** What stands below: messages, fields. */
  children?: ReactNode
}

const differenceColumns = [
  { key: 'word', label: 'payment_exception.field' },
  { key: 'expected', label: 'payment_exception.expected' },
  { key: 'received', label: 'payment_exception.received' },
] as const

/** One thing that FPX said otherwise or twice: why, how much, whose turn it is, and what was decided. */
export function ExceptionView({ row, today, addresses, may, facts, children }: ExceptionViewProps) {
  const { t } = useTranslation()
  const { id, kind, state, amount_sen, order_no, differences } = row
  return (
    <ViewPage
      title={amount_sen === null ? order_no : formatRinggit(amount_sen)}
      subtitle={`${t(`payment_exception.kinds.${kind}`)} · ${order_no}`}
      back={{ label: t('payment_exception.plural'), href: addresses.list() }}
      status={<ExceptionBadge state={state} />}
      actions={
        may.settle && (
          <>
            {state === 'open' && (
              <LinkButton href={addresses.resolve(id)} look="primary">
                {t('payment_exception.resolve')}
              </LinkButton>
            )}
            {state !== 'resolved' && !may.isOwner && (
              <PostButton action={addresses.take(id)}>{t('payment_exception.take')}</PostButton>
            )}
            {state !== 'resolved' && 'handOver' in addresses && (
              <LinkButton href={addresses.handOver(id)}>{t('payment_exception.hand_over')}</LinkButton>
            )}
            <LinkButton href={addresses.note(id)}>{t('payment_exception.note')}</LinkButton>
          </>
        )
      }
    >
      <Notice tone={state === 'resolved' ? 'info' : 'warning'} title={t('payment_exception.why')}>
        <p>{t(`payment_exception.what.${kind}`)}</p>
      </Notice>
      {state === 'proposed' && <Proposed row={row} addresses={addresses} may={may} />}
      {differences.length > 0 && (
        <TableSection
          title={t('payment_exception.differences')}
          columns={differenceColumns}
          rows={differences.map(({ field, ...values }) => ({
            ...values,
            field,
            word: t(`payment_exception.fields.${field}`, { defaultValue: field }),
          }))}
          rowKey={({ field }) => field}
        />
      )}
      <Section title={t('payment_exception.facts')}>
        <ExceptionFacts row={row} today={today} more={facts} />
      </Section>
      {row.notes.length > 0 && (
        <Section title={t('payment_exception.notes')}>
          <Timeline
            items={row.notes.map(({ author, body, written_at }) => ({
              title: author,
              at: written_at,
              text: body,
              tone: 'open',
            }))}
          />
        </Section>
      )}
      {children}
    </ViewPage>
  )
}

/** The second pair of eyes. */
function Proposed({ row, addresses, may }: Pick<ExceptionViewProps, 'row' | 'addresses' | 'may'>) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { id, proposer, refunded_on, reference } = row
  const date = refunded_on ? formatDate(refunded_on, locale) : ''
  return (
    <Notice tone="warning" title={t('payment_exception.proposed')}>
      <p>{t('payment_exception.proposed_text', { name: proposer, date, reference })}</p>
      {may.isProposer && <p>{t('payment_exception.own_proposed')}</p>}
      {may.approve && !may.isProposer && (
        <ConfirmButton
          label={t('payment_exception.confirm')}
          text={t(row.payment_id ? 'payment_exception.confirm_credit' : 'payment_exception.confirm_text')}
          action={addresses.confirm(id)}
          confirm={t('payment_exception.confirm_submit')}
        />
      )}
      {may.approve && (
        <PostButton action={addresses.reject(id)} look="link">
          {t(may.isProposer ? 'payment_exception.take_back' : 'payment_exception.reject')}
        </PostButton>
      )}
    </Notice>
  )
}

function ExceptionFacts({ row, today, more }: { row: ShownException; today: string; more: Fact[] }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const money = (sen: number | null) => (sen === null ? null : formatRinggit(sen))
  const time = (at: Date | null) => at && formatInstant(at, locale)
  const { response_code: code, resolution } = row
  return (
    <Facts
      columns={2}
      items={[
        { label: t('payment_exception.amount'), value: money(row.amount_sen) },
        row.expected_sen !== null && {
          label: t('payment_exception.expected'),
          value: money(row.expected_sen),
        },
        { label: t('payment.fpx_id'), value: row.transaction_id },
        {
          label: t('payment.response_code'),
          value: code && `${code} ${codeWord(code, t)}`,
        },
        { label: t('payment.bank_reference'), value: row.bank_reference },
        { label: t('payment.bank'), value: row.bank },
        ...more,
        { label: t('payment_exception.raised_at'), value: raisedAt(row, today, { t, locale }) },
        { label: t('payment_exception.owner'), value: row.owner ?? t('payment_exception.nobody') },
        resolution !== null && {
          label: t('payment_exception.resolution'),
          value: t(`payment_exception.resolutions.${resolution}`),
        },
        row.refunded_on !== null && {
          label: t('payment_exception.refunded_on'),
          value: formatDate(row.refunded_on, locale),
        },
        row.reference !== null && { label: t('payment_exception.reference'), value: row.reference },
        row.words !== null && { label: t('payment_exception.words'), value: row.words, wide: true },
        row.proposer !== null && { label: t('payment_exception.proposer'), value: row.proposer },
        row.resolver !== null && { label: t('payment_exception.resolver'), value: row.resolver },
        row.resolved_at !== null && {
          label: t('payment_exception.resolved_at'),
          value: time(row.resolved_at),
        },
      ]}
    />
  )
}

interface ListedException {
  id: string
  raised_at: Date
  state: string
}

interface ExceptionListProps<Row> extends ListView<Row> {
  today: string
  open: (row: Row) => string
  actions?: ReactNode
}

/** The exceptions of a desk. */
export function ExceptionList<Row extends ListedException>(list: ExceptionListProps<Row>) {
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ListPage
      {...list}
      subtitle={t('payment_exception.subtitle')}
      searchHint={t('payment_exception.search_hint')}
      empty={{ title: t('payment_exception.empty'), hint: t('payment_exception.empty_hint') }}
      cells={{
        raised_at: (row) => raisedAt(row, list.today, { t, locale }),
        state: ({ state }) => <ExceptionBadge state={state} />,
      }}
    />
  )
}

/** On a dashboard: how many wait for somebody; nothing when none does. */
export function ExceptionNotice({ count, unowned, href }: { count: number; unowned: number; href: string }) {
  const { t } = useTranslation()
  if (count === 0) return null
  return (
    <Notice tone="warning" title={t('payment_exception.count', { count })}>
      {unowned > 0 && `${t('payment_exception.unowned', { count: unowned })} `}
      <a href={href}>{t('payment.attempt.attention_link')}</a>
    </Notice>
  )
}

const tones: Record<string, Tone> = { open: 'late', proposed: 'wait', resolved: 'good' }

/** How an exception stands: one that is open wants somebody now. */
function ExceptionBadge({ state }: { state: string }) {
  return <StatusBadge status={state} words="payment_exception.states" tone={tones[state]} />
}

/**
 * When an exception was raised, and how many days nobody has settled it: `20 Nov 2026, 10:05 · 3 days`.
 * @param today `YYYY-MM-DD` of the reader
 */
function raisedAt(
  { raised_at, state }: { raised_at: Date; state: string },
  today: string,
  { t, locale }: { t: TFunction; locale: Locale },
): string {
  const since = formatInstant(raised_at, locale)
  const count = daysBetween(todayIn(raised_at), today)
  return state === 'resolved' || count === 0 ? since : `${since} · ${t('payment_exception.age', { count })}`
}

import { useTranslation } from 'react-i18next'
import type { GivingKind } from '#app/domain/accounting/gifts/gift.ts'
import type { NextMonth } from '#app/domain/billing/plan/due.ts'
import type { ChangedSession } from '#app/domain/classes/sessions/changed-sessions.ts'
import { formatDate, formatMonth } from '#app/domain/core/dates.ts'
import { lineText } from '#app/domain/core/invoicing/line-text.ts'
import { formatCell } from '#app/domain/core/lists/columns.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { OwnGift } from '#app/domain/giving/donations/find-donations.ts'
import { type OwnRefund, ownRefundColumns } from '#app/domain/payments/credit-refunds/credit-refund.ts'
import type { ChildCard } from '#app/domain/reporting/dashboards/children.ts'
import type { OpenRow, OwnPaymentRow } from '#app/domain/reporting/dashboards/dashboard.ts'
import { paths } from '#app/paths.ts'
import { ChangedSessions } from '#app/ui/classes/session/ChangedSessions.tsx'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { Amount } from '#app/ui/core/page/Amount.tsx'
import { Entries, Facts, Sums } from '#app/ui/core/page/Facts.tsx'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { ChildCards, OpenInvoices } from './ChildCards.tsx'

interface FamilyBoardProps {
  /** Whose account it is. */
  parent_id: string | null
  due_sen: number
  /** What a bank is busy with: neither asked for again nor paid. */
  paying_sen: number
  /** What one payment pays of it. */
  at_once: { codes: readonly string[]; sen: number } | null
  /** Whether anything can be paid online now. */
  online: boolean
  /** The family's credit. */
  credit_sen: number
  /** What of it waits to be paid back to the family. */
  reserved_sen: number
  /** The last refunds of its credit. */
  refunds: readonly OwnRefund[]
  children: readonly { id: string; name: string; open: readonly OpenRow[] }[]
  received: readonly OwnPaymentRow[]
  /** Every child, whether something is owed for it or not. */
  cards: readonly ChildCard[]
  /** Sessions of the coming days that were cancelled or moved. */
  changes: readonly ChangedSession[]
  next: NextMonth | null
  /** The last one of these weeks of which something is still owed. */
  reminder: { day: string; owed_sen: number } | null
  /** What the account has given under its own name, the latest first. */
  gifts: readonly OwnGift[]
  /** What the organisation takes gifts of. */
  gives: readonly GivingKind[]
}

/** A family's account: what is to be paid in all, then child by child, then what was paid last. */
export function FamilyBoard({
  parent_id,
  due_sen,
  paying_sen,
  at_once,
  online,
  credit_sen,
  reserved_sen,
  refunds,
  children,
  received,
  cards,
  changes,
  next,
  reminder,
  gifts,
  gives,
}: FamilyBoardProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const standing =
    due_sen > 0 ? 'dashboard.to_pay' : paying_sen > 0 ? 'dashboard.buckets.pending' : 'dashboard.all_paid'
  return (
    <>
      <div className="standing">
        <Amount sen={due_sen || paying_sen} label={t(standing)} settled={standing === 'dashboard.all_paid'} />
        {at_once && online && (
          <div className="actions">
            <LinkButton href={paths.payment.submit(at_once.codes)} look="primary">
              {t('dashboard.pay_all', { amount: formatRinggit(at_once.sen) })}
            </LinkButton>
            {at_once.codes.length > 1 && <a href={paths.basket()}>{t('dashboard.pay_some')}</a>}
          </div>
        )}
      </div>
      {reminder && (
        <Notice tone="warning">
          {t('reminder.in_app', {
            date: formatDate(reminder.day, locale),
            amount: formatRinggit(reminder.owed_sen),
          })}
        </Notice>
      )}
      <ChangedSessions rows={changes} />
      {credit_sen > 0 && (
        <Facts
          items={[
            {
              label: t('parent.credit_sen'),
              value: <a href={paths.family.credits()}>{formatRinggit(credit_sen)}</a>,
            },
            reserved_sen > 0 && {
              label: t('family_credit.reserved_sen'),
              value: formatRinggit(reserved_sen),
            },
          ]}
        />
      )}
      <ChildCards cards={cards} open={children.flatMap(({ open }) => open)} />
      {children
        .filter(({ id }) => cards.every((card) => card.id !== id))
        .map(({ id, name, open }) => (
          <Section key={id} title={name}>
            <OpenInvoices rows={open} />
          </Section>
        ))}
      <Asks owes={due_sen > 0} hasCredit={credit_sen > reserved_sen} kids={cards} />
      {received.length > 0 && (
        <Section
          title={t('dashboard.last_receipts')}
          actions={<a href={paths.payment.list()}>{t('common.action.show_all')}</a>}
        >
          <Entries
            items={received.slice(0, 3).map(({ id, number, title, booked_on, amount_sen }) => ({
              title: formatCell({ kind: 'title' }, title, locale, t) || number,
              ...{ href: paths.payment.view(id), sen: amount_sen },
              meta: `${number} · ${formatDate(booked_on, locale)}`,
            }))}
          />
        </Section>
      )}
      {next && <NextMonthSection next={next} />}
      {refunds.length > 0 && (
        <TableSection
          title={t('credit_refund.plural')}
          columns={ownRefundColumns}
          brief
          rows={refunds}
          open={(row) => paths.credit_refund.view(row.id)}
        />
      )}
      {gifts.length > 0 && (
        <Section title={t('donation.own')}>
          <Entries
            items={gifts.map(({ id, kind, number, paid_on, amount_sen }) => ({
              ...{ title: number, href: paths[kind].view(id), sen: amount_sen },
              meta: `${t(`donation.of.${kind}`)} · ${formatDate(paid_on, locale)}`,
            }))}
          />
        </Section>
      )}
      <p className="actions section">
        {parent_id && <a href={paths.family.statement(parent_id)}>{t('statement.one')}</a>}
        {gives.map((kind) => (
          <a key={kind} href={paths[kind].open()}>
            {t(`donation.give.${kind}`)}
          </a>
        ))}
      </p>
    </>
  )
}

interface AsksProps {
  owes: boolean
  hasCredit: boolean
  kids: readonly ChildCard[]
}

/** What a parent may want of the office now. */
function Asks({ owes, hasCredit, kids }: AsksProps) {
  const { t } = useTranslation()
  const [only, ...others] = kids.filter(({ status }) => status === 'active')
  const changes = only && others.length === 0 ? paths.student_change.new(only.id) : paths.student.list()
  return (
    <Section title={t('ask.office')}>
      <div className="actions">
        {owes && (
          <LinkButton href={paths.ask({ about: 'instalments' })}>{t('ask.title.instalments')}</LinkButton>
        )}
        {hasCredit && <LinkButton href={paths.ask({ about: 'credit' })}>{t('ask.title.credit')}</LinkButton>}
        {only && <LinkButton href={changes}>{t('student_change.new')}</LinkButton>}
        {only && <LinkButton href={paths.ask({ about: 'leave' })}>{t('ask.title.leave')}</LinkButton>}
        <LinkButton href={paths.ask()}>{t('ask.title.office')}</LinkButton>
      </div>
    </Section>
  )
}

/** What the next month will bill, child by child: an estimate, since until then something may change. */
function NextMonthSection({ next }: { next: NextMonth }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const month = formatMonth(next.month, locale)
  return (
    <Section title={t('dashboard.next_month', { month })} id="next-month">
      <p className="quiet small">{t('dashboard.next_month_hint')}</p>
      {next.children.map(({ id, name, lines }) => (
        <details className="why" key={id}>
          <summary>
            {name} · <b className="number">{formatRinggit(sumOf(lines))}</b>
          </summary>
          <Sums
            items={lines.map((line) => ({ label: lineText(line, locale), sen: line.sen }))}
            total={{ label: t('invoice.total_sen'), sen: sumOf(lines) }}
          />
        </details>
      ))}
      {next.children.length > 1 && (
        <p>{t('dashboard.next_month_total', { amount: formatRinggit(next.total_sen) })}</p>
      )}
    </Section>
  )
}

const sumOf = (lines: readonly { sen: number }[]) => lines.reduce((sum, { sen }) => sum + sen, 0)

import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { payDifferences } from '#app/domain/classes/pay/due.ts'
import { type PaySheet, paySheet, sheetLines } from '#app/domain/classes/pay/find-pay-sheets.ts'
import { isOwnPay, outdated } from '#app/domain/classes/pay/make-pay-sheets.ts'
import { formatMonth } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinesOfPay } from '#app/ui/classes/pay/LinesOfPay.tsx'
import { PayFacts } from '#app/ui/classes/pay/PayFacts.tsx'
import { PayNotices } from '#app/ui/classes/pay/PayNotices.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** The pay of a trainer for a month; a draft says how its sessions have changed since. */
export const handle = { access: 'trainer_pay.view', title: 'pay_sheet.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.pay_sheet')
  const db = await context.read()
  const scope = context.scope('trainer_pay.view')
  const row = await paySheet(db, scope, id)
  const lines = await sheetLines(db, id)
  const isOpen = row.status === 'draft' || row.status === 'submitted'
  const works = scope.scope !== 'own'
  const isOwn = await isOwnPay(db, context.actor, row)
  return {
    ...{ row: shown(row), lines },
    changes: isOpen && works ? await outdated(db, row) : null,
    differences: row.status === 'draft' && works ? await payDifferences(db, row.trainer_id, row.month) : [],
    seesSessions: context.can('attendance.view'),
    seesTrainer: works && context.can('trainer.view'),
    may: mayDo(context, row, isOwn),
  }
}

/** What the page shows; the sealed account is no part of it. */
function shown(row: PaySheet) {
  const { id, trainer_id, trainer, month_name, status, total_sen, sessions, minutes, version } = row
  const { submitter, submitted_at, decider, decided_at, decision_reason, payer, paid_on } = row
  const { bank_reference, bank_name, has_account } = row
  return {
    ...{ id, trainer_id, trainer, month_name, status, total_sen, sessions, minutes, version },
    ...{ submitter, submitted_at, decider, decided_at, decision_reason, payer, paid_on },
    ...{ bank_reference, bank_name, has_account },
  }
}

function mayDo({ can, actor }: RequestContext, { status, submitted_by }: PaySheet, isOwn: boolean) {
  const edits = can('trainer_pay.edit') && !isOwn
  const waits = status === 'submitted' && !isOwn
  return {
    edit: edits && status === 'draft',
    withdraw: waits && can('trainer_pay.edit') && submitted_by === actor.id,
    decide: waits && can('trainer_pay.approve') && submitted_by !== actor.id,
    pay: status === 'approved' && !isOwn && (can('trainer_pay.edit') || can('trainer_pay.approve')),
    rates: edits,
    isOwn,
  }
}

export default function ViewPaySheet() {
  const { row, lines, changes, differences, seesSessions, seesTrainer, may } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const fields = { version: String(row.version) }
  const month = formatMonth(row.month_name, locale)
  // Refused while one of these is there.
  const waits = changes !== null && changes.added + changes.removed + changes.changed + changes.unpriced > 0
  return (
    <ViewPage
      title={t('pay_sheet.of', { name: row.trainer, month })}
      subtitle={formatRinggit(row.total_sen)}
      back={{ label: t('pay_sheet.plural'), href: paths.pay_sheet.list() }}
      status={<StatusBadge status={row.status} words="pay_sheet.statuses" />}
      actions={
        <>
          {may.edit && !waits && (
            <PostButton action={paths.pay_sheet.submit(row.id)} fields={fields} look="primary">
              {t('pay_sheet.submit')}
            </PostButton>
          )}
          {may.decide && (
            <PostButton action={paths.pay_sheet.approve(row.id)} fields={fields} look="primary">
              {t('pay_sheet.approve')}
            </PostButton>
          )}
          {may.decide && (
            <LinkButton href={paths.pay_sheet.return(row.id)}>{t('pay_sheet.return')}</LinkButton>
          )}
          {may.withdraw && (
            <PostButton action={paths.pay_sheet.withdraw(row.id)} fields={fields}>
              {t('pay_sheet.withdraw')}
            </PostButton>
          )}
          {may.pay && (
            <LinkButton href={paths.pay_sheet.pay(row.id)} look="primary">
              {t('pay_sheet.pay')}
            </LinkButton>
          )}
          {may.edit && (
            <LinkButton href={paths.pay_sheet.correct(row.id)}>{t('pay_sheet.correct')}</LinkButton>
          )}
          {may.rates && (
            <LinkButton href={paths.pay_sheet.rates(row.trainer_id)}>{t('pay_sheet.to_rates')}</LinkButton>
          )}
          <LinkButton href={paths.pay_sheet.paper(row.id)}>{t('pay_sheet.print')}</LinkButton>
        </>
      }
    >
      <PayNotices row={row} changes={changes} differences={differences} may={may} />
      <PayFacts row={row} href={seesTrainer ? paths.trainer.view(row.trainer_id) : null} />
      <LinesOfPay row={row} lines={lines} links={seesSessions} edits={may.edit} />
    </ViewPage>
  )
}

import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { openStatuses } from '#app/domain/payments/bank-statements/bank-statement.ts'
import { lineFor, paymentsOf } from '#app/domain/payments/bank-statements/find-statements.ts'
import { undoLinesPlanOf } from '#app/domain/payments/bank-statements/undo-line-plan.ts'
import { searchFamilies } from '#app/domain/people/families/find-families.ts'
import { paths } from '#app/paths.ts'
import { shownPlan } from '#app/server/payments/cancelling.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { UndoBlockers } from '#app/ui/core/undo/UndoPlan.tsx'
import {
  FamilyPick,
  LineActions,
  LineFacts,
  LinePayments,
  Suggestion,
} from '#app/ui/payments/bank-statement/LineView.tsx'

/** One line of the bank: what speaks for a family, and what became of it. `?q=…` looks for another family. */
export const handle = { access: 'bank_statement.view', title: 'bank_line.one' } satisfies Handle

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.bank_line')
  const db = await context.read()
  const { can } = context
  const line = await lineFor(db, context.scope('bank_statement.view'), id)
  const settled = line.statement_status === 'ready' || line.statement_status === 'failed'
  const open = settled && openStatuses.includes(line.status)
  const decides = can('bank_statement.decide')
  const q = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, 100)
  const found =
    open && decides
      ? await searchFamilies(db, context.scope('bank_statement.decide'), keysOf(context), q)
      : { rows: [], more: false }
  const payments = await paymentsOf(db, id)
  const live = payments.filter(({ released_at }) => released_at === null)
  const undoes = settled && live.length > 0 && can('bank_statement.undo')
  const undoing = undoes
    ? shownPlan(
        await undoLinesPlanOf(db, context.actor, context.scope('bank_statement.undo'), [id], context.today),
      )
    : null
  return {
    line: told(line),
    payments,
    q,
    found,
    may: {
      decide: open && decides,
      reopen: settled && line.status === 'ignored' && decides,
    },
    undoing,
  }
}

function told(line: Awaited<ReturnType<typeof lineFor>>) {
  const { id, statement_id, file_name, number, booked_on, side, amount_sen, assigned_sen, balance_sen } = line
  const { payer_name, reference, description, status, by_itself, parent_id, family, family_code, evidence } =
    line
  const { reason, decided_by_name, decided_at, before_file_name, version } = line
  return {
    ...{ id, statement_id, file_name, number, booked_on, side, amount_sen, assigned_sen, balance_sen },
    ...{ payer_name, reference, description, status, by_itself, parent_id, family, family_code, evidence },
    ...{ reason, decided_by_name, decided_at, before_file_name, version },
  }
}

export default function ViewBankLine() {
  const { line, payments, q, found, may, undoing } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ViewPage
      title={t('bank_line.one')}
      subtitle={line.file_name}
      back={{ label: line.file_name, href: paths.bank_statement.view(line.statement_id) }}
      status={<StatusBadge status={line.status} words="bank_line.statuses" />}
      actions={<LineActions line={line} may={may} undoing={undoing} />}
    >
      {undoing && <UndoBlockers title={t('bank_line.undo_blocked')} facts={undoing.blockers} />}
      <LineFacts line={line} />
      {payments.length > 0 && <LinePayments rows={payments} />}
      {line.family !== null && line.evidence.length > 0 && line.status !== 'repeated' && (
        <Suggestion line={line} family={line.family} may={may} />
      )}
      <Facts
        columns={2}
        items={[
          line.reason !== null && { label: t('bank_line.ignore_reason'), value: line.reason },
          line.by_itself && { label: t('bank_line.decided_by'), value: t('bank_line.by_itself') },
          line.decided_by_name !== null &&
            line.decided_at !== null && {
              label: t('bank_line.decided_by'),
              value: `${line.decided_by_name}, ${formatInstant(line.decided_at, locale)}`,
            },
          line.before_file_name !== null && {
            label: t('bank_line.before_file'),
            value: line.before_file_name,
          },
        ]}
      />
      {may.decide && line.family === null && <p>{t('bank_line.nobody')}</p>}
      {may.decide && <FamilyPick id={line.id} q={q} {...found} />}
    </ViewPage>
  )
}

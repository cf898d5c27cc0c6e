import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { allocate } from '#app/domain/accounting/credits/allocation.ts'
import { mostPaidAtOnce } from '#app/domain/core/invoicing/payment.ts'
import { formatRinggit, plainRinggit } from '#app/domain/core/money.ts'
import { assignForm, openStatuses } from '#app/domain/payments/bank-statements/bank-statement.ts'
import { assignTo } from '#app/domain/payments/bank-statements/change-line.ts'
import { lineFor } from '#app/domain/payments/bank-statements/find-statements.ts'
import { familyHead, openInvoicesOf } from '#app/domain/people/families/find-families.ts'
import { paths } from '#app/paths.ts'
import { decideRules } from '#app/server/bank-statements/decide-rules.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { CheckboxField, DateField, HiddenField, MoneyField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { LineFacts } from '#app/ui/payments/bank-statement/LineView.tsx'
import { ShareFields } from '#app/ui/payments/payment/ShareFields.tsx'
import { newId } from '#db/id.ts'

/** `?family=…`: how much of a line is whose, and what each invoice of theirs gets. */
export const handle = { access: 'bank_statement.decide', title: 'bank_line.assign' } satisfies Handle

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = context.scope('bank_statement.decide')
  const id = idOf(params, 'not_found.bank_line')
  const db = await context.read()
  const line = await lineFor(db, scope, id)
  const family = z.uuid().safeParse(new URL(request.url).searchParams.get('family') ?? line.parent_id)
  if (!family.success || !openStatuses.includes(line.status)) throw redirect(paths.bank_line.view(id))
  const head = await familyHead(db, scope, family.data)
  const rows = (await openInvoicesOf(db, scope, family.data, context.today)).slice(0, mostPaidAtOnce)
  const left_sen = line.amount_sen - line.assigned_sen
  const { allocations } = allocate(
    left_sen,
    rows.map(({ id: invoice, balance_sen }) => ({ id: invoice, balance_sen, status: 'unpaid' })),
  )
  const of = (invoice: string) => allocations.find(({ invoice_id }) => invoice_id === invoice)?.amount_sen
  const { booked_on, amount_sen, assigned_sen, payer_name, reference, description, version } = line
  return {
    line: { id, booked_on, amount_sen, assigned_sen, payer_name, reference, description, version },
    head: { id: family.data, name: head.name },
    rows,
    lines: rows.map(({ id: invoice }) => ({
      invoice_id: invoice,
      amount: of(invoice) === undefined ? '' : plainRinggit(of(invoice)!),
    })),
    today: context.today,
    form_key: newId(),
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, assignForm, async (about, input) => {
    const id = idOf(args.params, 'not_found.bank_line')
    const rules = await decideRules(about, id)
    await familyHead(about.trx, rules.scope, input.parent_id)
    const number = await assignTo(about.trx, about.actor, id, input, rules)
    return redirectWith(paths.bank_line.view(id), 'line_recorded', { number })
  })

export default function AssignBankLine() {
  const { line, head, rows, lines, today, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(assignForm, useActionData<typeof action>(), {
    parent_id: head.id,
    amount: plainRinggit(line.amount_sen - line.assigned_sen),
    paid_on: line.booked_on,
    lines,
    version: String(line.version),
    form_key,
  })
  const { other_reason } = fields
  const other = other_reason.errors !== undefined || other_reason.initialValue !== undefined
  const pending = rows.some(({ status }) => status === 'pending') || fields.despite_attempt.errors
  return (
    <EditPage
      title={t('bank_line.assign')}
      subtitle={t('family.of', { name: head.name })}
      back={{ label: t('bank_line.one'), href: paths.bank_line.view(line.id) }}
      submit={t('bank_line.assign_submit')}
      form={form}
      noun="bank_line"
      nameOf={(field) => rows[Number(/^lines\[(\d+)\]/.exec(field)?.[1])]?.number ?? undefined}
    >
      <LineFacts line={line} />
      <p className="quiet">{t(rows.length > 0 ? 'bank_line.assign_hint' : 'bank_line.nothing_open')}</p>
      <MoneyField
        of={fields.amount}
        label={t('bank_line.amount')}
        hint={t('bank_line.amount_hint', { left: formatRinggit(line.amount_sen - line.assigned_sen) })}
      />
      <DateField
        of={fields.paid_on}
        label={t('bank_line.paid_on')}
        hint={t('bank_line.paid_on_hint')}
        max={today}
      />
      {rows.length > 0 && <ShareFields rows={rows} of={fields.lines} />}
      {pending && <CheckboxField of={fields.despite_attempt} label={t('payment.despite_attempt')} />}
      {other && (
        <TextField
          of={other_reason}
          label={t('bank_line.other_reason')}
          hint={t('bank_line.other_reason_hint')}
          autoComplete="off"
          optional={false}
        />
      )}
      <HiddenField of={fields.parent_id} />
      <HiddenField of={fields.version} />
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}

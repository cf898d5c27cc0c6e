import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { arrangementForm, longestArrangement } from '#app/domain/billing/arrangements/arrangement.ts'
import { proposeArrangement } from '#app/domain/billing/arrangements/change-arrangement.ts'
import { addMonths } from '#app/domain/core/dates.ts'
import { mostPaidAtOnce } from '#app/domain/core/invoicing/payment.ts'
import { formatRinggit, plainRinggit } from '#app/domain/core/money.ts'
import { openInvoicesOf } from '#app/domain/people/families/find-families.ts'
import { reachedParent } from '#app/domain/people/parents/find-parents.ts'
import { paths } from '#app/paths.ts'
import { divisionOf } from '#app/server/arrangements/division.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DivisionForm, PartFields } from '#app/ui/billing/arrangement/ArrangementForm.tsx'
import { linesOf } from '#app/ui/core/form/control.ts'
import { HiddenField, ReasonField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { newId } from '#db/id.ts'

/** `?invoice=…&count=3&first_on=…&interval=month`: how the amount is divided; without it the page asks for that first. */
export const handle = { access: 'arrangement.request', title: 'arrangement.new' } satisfies Handle

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { today, can } = context
  const scope = context.scope('arrangement.request')
  const id = idOf(params, 'not_found.parent')
  const db = await context.read()
  const head = await reachedParent(db, scope, id)
  const all = await openInvoicesOf(db, scope, id, today)
  const open = all.filter(({ status }) => status !== 'pending').slice(0, mostPaidAtOnce)
  return {
    ...{ head, open, today, furthest: addMonths(today, longestArrangement), form_key: newId() },
    ...divisionOf(new URL(request.url).searchParams, open, today),
    decides: can('arrangement.approve'),
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, arrangementForm, async ({ trx, actor, context, today }, input) => {
    const parent_id = idOf(args.params, 'not_found.parent')
    const decides = context.can('arrangement.approve')
    const rules = { scope: context.scope('arrangement.request'), today, decides }
    const { id, name, agreed } = await proposeArrangement(trx, actor, parent_id, input, rules)
    const flash = agreed ? 'arrangement_agreed' : 'arrangement_proposed'
    return redirectWith(paths.arrangement.view(id), flash, { name })
  })

export default function NewArrangement() {
  const { head, open, asked, parts, decides, today, furthest, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const answer = useActionData<typeof action>()
  const [form, fields] = useFormOf(arrangementForm, answer, {
    invoices: asked.invoice,
    parts: parts.map(({ due_on, amount_sen }) => ({ due_on, amount: plainRinggit(amount_sen) })),
    form_key,
  })
  const back = { label: t('family.of', { name: head.name }), href: paths.family.view(head.id) }
  const invoices = linesOf(fields.invoices)
  const chosen = open.filter(({ id }) => invoices.some(({ initialValue }) => initialValue === id))
  const division = <DivisionForm parent_id={head.id} rows={open} asked={asked} min={today} max={furthest} />
  // What was typed stays, also when an invoice was paid meanwhile.
  if (parts.length === 0 && !answer)
    return (
      <ViewPage title={t('arrangement.new')} subtitle={head.name} back={back}>
        {open.length === 0 ? <p className="quiet">{t('arrangement.nothing_open')}</p> : division}
      </ViewPage>
    )
  return (
    <EditPage
      title={t('arrangement.new')}
      subtitle={head.name}
      back={back}
      form={form}
      noun="arrangement"
      nameOf={(field) => partNamed(field, t)}
      submit={t(decides ? 'arrangement.agree' : 'arrangement.propose')}
      danger={division}
    >
      <p>
        {t('arrangement.comes_to', {
          count: chosen.length,
          amount: formatRinggit(chosen.reduce((sum, { balance_sen }) => sum + balance_sen, 0)),
        })}
      </p>
      {invoices.map((invoice) => (
        <HiddenField key={invoice.key} of={invoice} />
      ))}
      {linesOf(fields.parts).map((part, index) => (
        <PartFields key={part.key} of={part.getFieldset()} position={index + 1} min={today} max={furthest} />
      ))}
      <ReasonField of={fields.reason} words="arrangement.reason" />
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}

/** `parts[2].due_on` is the day of the third part. */
function partNamed(field: string, t: TFunction): string | undefined {
  const [, index, of] = /^parts\[(\d+)\]\.(due_on|amount)/.exec(field) ?? []
  if (index === undefined) return undefined
  return t(of === 'due_on' ? 'arrangement.part_on' : 'arrangement.part_sen', { position: Number(index) + 1 })
}

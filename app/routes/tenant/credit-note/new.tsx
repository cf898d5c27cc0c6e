import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { requestCreditNote } from '#app/domain/billing/credit-notes/change-credit-note.ts'
import { creditNoteForm } from '#app/domain/billing/credit-notes/credit-note.ts'
import { creditedLines } from '#app/domain/billing/credit-notes/find-credit-notes.ts'
import { invoiceHead } from '#app/domain/billing/invoices/find-invoices.ts'
import { linesIn } from '#app/domain/core/invoicing/line-text.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { askScope } from '#app/server/payments/credit-notes.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { linesOf } from '#app/ui/core/form/control.ts'
import { HiddenField, MoneyField, ReasonField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'

/** What of which line of the invoice of the address is to be taken back. */
export const handle = {
  access: { any: ['refund.create', 'refund.request'] },
  title: 'credit_note.new',
} satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const db = await context.read()
  const invoice = await invoiceHead(db, askScope(context), idOf(params, 'not_found.invoice'))
  return { invoice, lines: linesIn(await creditedLines(db, invoice.id), context.locale) }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, creditNoteForm, async ({ trx, actor, context }, input) => {
    const invoice_id = idOf(args.params, 'not_found.invoice')
    const { id, number } = await requestCreditNote(trx, actor, askScope(context), invoice_id, input)
    return redirectWith(paths.credit_note.view(id), 'credit_note_requested', { number })
  })

export default function NewCreditNote() {
  const { invoice, lines } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(creditNoteForm, useActionData<typeof action>(), {
    items: lines.map(({ id }) => ({ id })),
  })
  return (
    <EditPage
      title={t('credit_note.new')}
      subtitle={`${invoice.number ?? ''} · ${invoice.student}`}
      back={{ label: invoice.number ?? '', href: paths.invoice.view(invoice.id) }}
      form={form}
      noun="credit_note"
      nameOf={(field) => lineNamed(field, lines)}
      submit={t('credit_note.ask')}
    >
      <p>{t('credit_note.new_text')}</p>
      {linesOf(fields.items).map((item, index) => {
        const line = lines[index]
        if (!line) return null
        const { id, amount } = item.getFieldset()
        const left = line.amount_sen - line.credited_sen
        return (
          <div key={line.id}>
            <HiddenField of={id} />
            <MoneyField
              of={amount}
              label={t('credit_note.line', { line: line.description })}
              hint={
                left > 0
                  ? t('credit_note.line_hint', { left: formatRinggit(left) })
                  : t('credit_note.line_gone')
              }
              optional
            />
          </div>
        )
      })}
      <ReasonField of={fields.reason} words="credit_note.reason" />
      <input type="hidden" name={fields.version.name} value={invoice.version} />
    </EditPage>
  )
}

/** What a field of a line is called in the list of what is wrong. */
function lineNamed(field: string, lines: readonly { description: string }[]): string | undefined {
  const index = /^items\[(\d+)\]/.exec(field)?.[1]
  return index === undefined ? undefined : lines[Number(index)]?.description
}

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addDays, formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { holdReminders } from '#app/domain/payments/reminders/change-reminder.ts'
import { holdForm } from '#app/domain/payments/reminders/reminder.ts'
import { familyHead, openInvoicesOf } from '#app/domain/people/families/find-families.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DateField, HiddenField, ReasonField, SelectField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { newId } from '#db/id.ts'

/** Leaves a family in peace until a day. */
export const handle = { access: 'reminder.hold', title: 'reminder_hold.submit' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { today } = context
  const scope = context.scope('reminder.hold')
  const id = idOf(params, 'not_found.parent')
  const db = await context.read()
  const [{ name }, open] = await Promise.all([
    familyHead(db, scope, id),
    openInvoicesOf(db, scope, id, today),
  ])
  const rows = open.map(({ id: one, number, due_on, balance_sen }) => ({
    id: one,
    number,
    due_on,
    balance_sen,
  }))
  return { id, name, rows, ends_on: addDays(today, 30), form_key: newId() }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, holdForm, async ({ trx, actor, context, today }, input) => {
    const id = idOf(args.params, 'not_found.parent')
    const { name } = await holdReminders(trx, actor, context.scope('reminder.hold'), id, input, today)
    const date = formatDate(input.ends_on, context.locale)
    return redirectWith(paths.family.view(id), 'reminders_held', { name, date })
  })

export default function HoldReminders() {
  const { id, name, rows, ends_on, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const [form, fields] = useFormOf(holdForm, useActionData<typeof action>(), { ends_on, form_key })
  return (
    <EditPage
      title={t('reminder_hold.submit')}
      subtitle={name}
      back={{ label: t('family.of', { name }), href: paths.family.view(id) }}
      submit={t('reminder_hold.submit')}
      form={form}
      noun="reminder_hold"
    >
      <SelectField
        of={fields.invoice_id}
        label={t('reminder_hold.invoice_id')}
        blank={t('reminder_hold.all')}
        options={rows.map((row) => ({
          value: row.id,
          label: `${row.number ?? ''} · ${formatRinggit(row.balance_sen)} · ${formatDate(row.due_on, locale)}`,
        }))}
      />
      <DateField
        of={fields.ends_on}
        label={t('reminder_hold.ends_on')}
        hint={t('reminder_hold.ends_on_hint')}
      />
      <ReasonField of={fields.reason} words="reminder_hold.reason" />
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}

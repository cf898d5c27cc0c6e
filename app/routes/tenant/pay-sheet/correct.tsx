import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addCorrection } from '#app/domain/classes/pay/change-pay-sheet.ts'
import { payDifferences } from '#app/domain/classes/pay/due.ts'
import { paySheet } from '#app/domain/classes/pay/find-pay-sheets.ts'
import { correctionForm } from '#app/domain/classes/pay/pay-sheet.ts'
import { formatDate, formatMonth } from '#app/domain/core/dates.ts'
import { formatRinggit, plainRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { HiddenField, TextArea, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { newId } from '#db/id.ts'

/** A correction by hand; one for a session of an earlier sheet comes with its amount. */
export const handle = { access: 'trainer_pay.edit', title: 'pay_sheet.correct' } satisfies Handle

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.pay_sheet')
  const db = await context.read()
  const row = await paySheet(db, context.scope('trainer_pay.edit'), id)
  const session = new URL(request.url).searchParams.get('session')
  const open = session ? await payDifferences(db, row.trainer_id, row.month) : []
  const { trainer, month_name, total_sen, version } = row
  return {
    row: { id, trainer, month_name, total_sen, version },
    about: open.find(({ session_id }) => session_id === session) ?? null,
    form_key: newId(),
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, correctionForm, async ({ trx, actor, context }, input) => {
    const id = idOf(args.params, 'not_found.pay_sheet')
    await addCorrection(trx, actor, context.scope('trainer_pay.edit'), id, input)
    return redirectWith(paths.pay_sheet.view(id), 'pay_sheet_corrected')
  })

export default function CorrectPaySheet() {
  const { row, about, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const given = about && {
    amount_sen: signed(about.worth_sen - about.paid_sen),
    corrects_id: about.session_id,
    reason: t('pay_sheet.correct_reason_of', {
      ...{ class: about.subject, on: formatDate(about.held_on, locale) },
      ...{ paid: formatRinggit(about.paid_sen), worth: formatRinggit(about.worth_sen) },
    }),
  }
  const [form, fields] = useFormOf(correctionForm, useActionData<typeof action>(), { ...given, form_key })
  const month = formatMonth(row.month_name, locale)
  return (
    <EditPage
      title={t('pay_sheet.correct')}
      subtitle={t('pay_sheet.of', { name: row.trainer, month })}
      back={{ label: t('pay_sheet.one'), href: paths.pay_sheet.view(row.id) }}
      form={form}
      noun="pay_sheet"
    >
      <p>{t('pay_sheet.correct_text')}</p>
      <CurrentValues
        form={form}
        items={[{ label: t('pay_sheet.total_sen'), value: formatRinggit(row.total_sen) }]}
        field={fields.version}
        version={row.version}
      />
      <TextField of={fields.amount_sen} label={t('pay_sheet.amount_sen')} width="short" autoComplete="off" />
      <TextArea of={fields.reason} label={t('pay_sheet.reason')} hint={t('pay_sheet.reason_hint')} />
      <HiddenField of={fields.corrects_id} />
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}

const signed = (sen: number) => (sen < 0 ? `-${plainRinggit(-sen)}` : plainRinggit(sen))

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { scheduleOfEntity, setSchedule } from '#app/domain/payouts/schedule.server.ts'
import { payoutWeekdays, scheduleForm, scheduleOf, scheduleValues } from '#app/domain/payouts/schedule.ts'
import { Refusal } from '#app/domain/refusal.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { HiddenField } from '#app/ui/form/HiddenField.tsx'
import { RadioGroup } from '#app/ui/form/RadioGroup.tsx'
import { SelectField } from '#app/ui/form/SelectField.tsx'
import { TextField } from '#app/ui/form/TextField.tsx'
import { useFormOf } from '#app/ui/form/use-form-of.ts'
import { EditPage } from '#app/ui/page/EditPage.tsx'
import { payoutDayWords } from '#app/ui/payout/payout-facts.ts'

/** On which day an organisation is paid. */
export const handle = { access: 'admin.payout.create', title: 'payout.day.title' } satisfies Handle

export const loader = async ({ params, context }: LoaderFunctionArgs) =>
  scheduleOfEntity(await context.read(), idOf(params, 'not_found.entity'))

export const action = (args: ActionFunctionArgs) =>
  submit(args, scheduleForm, async ({ trx, actor }, input) => {
    const id = idOf(args.params, 'not_found.entity')
    const schedule = scheduleOf(input)
    if (!schedule)
      throw new Refusal('input.required', input.payout_frequency === 'weekly' ? 'weekday' : 'month_day')
    const name = await setSchedule(trx, actor, { id, version: input.version }, schedule)
    return redirectWith(paths.admin.entity.view(id), 'payout_day_set', { name })
  })

export default function PayoutDay() {
  const row = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const given = { version: row.version, ...scheduleValues(row) }
  const [form, fields] = useFormOf(scheduleForm, useActionData<typeof action>(), given)
  const back = { label: row.name, href: paths.admin.entity.view(row.id) }
  return (
    <EditPage
      title={t('payout.day.title')}
      subtitle={`${row.name} · ${payoutDayWords(row, t)}`}
      back={back}
      cancel={back.href}
      form={form}
      noun="payout.day"
    >
      <p>{t('payout.day.hint')}</p>
      <RadioGroup
        of={fields.payout_frequency}
        label={t('payout.day.payout_frequency')}
        options={(['weekly', 'monthly'] as const).map((value) => ({
          value,
          label: t(`payout.day.${value}`),
        }))}
      />
      <SelectField
        of={fields.weekday}
        label={t('payout.day.weekday')}
        options={payoutWeekdays.map((value) => ({ value, label: t(`common.weekdays.${value}`) }))}
        width="medium"
      />
      <TextField
        of={fields.month_day}
        label={t('payout.day.month_day')}
        hint={t('payout.day.month_day_hint')}
        width="short"
      />
      <HiddenField of={fields.version} />
    </EditPage>
  )
}

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { payoutDayWords } from '#app/domain/platform/payouts/payout.ts'
import {
  chosenSchedule,
  dayRequestForm,
  requestPayoutDay,
  scheduleOfEntity,
  scheduleValues,
} from '#app/domain/platform/payouts/payout-day.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { ScheduleFields } from '#app/ui/platform/payout/PayoutDay.tsx'

/** Asks to be paid on another day. */
export const handle = { access: 'bank.edit', confirm: 'change', title: 'payout.day.ask' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const { payout_frequency, payout_day } = await scheduleOfEntity(await context.read(), tenantOf(context).id)
  return { payout_frequency, payout_day }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, dayRequestForm, async ({ trx, actor, context }, input) => {
    await requestPayoutDay(trx, actor, tenantOf(context).id, chosenSchedule(input))
    return redirectWith(paths.setting.bank(), 'payout_day_asked')
  })

export default function AskPayoutDay() {
  const row = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(dayRequestForm, useActionData<typeof action>(), scheduleValues(row))
  return (
    <EditPage
      title={t('payout.day.ask')}
      subtitle={t('payout.day.ask_hint')}
      back={{ label: t('setting.bank.title'), href: paths.setting.bank() }}
      form={form}
      noun="payout.day"
      submit={t('payout.day.send')}
    >
      <p>
        {t('payout.day.now', { day: payoutDayWords(row, t) })} {t('payout.day.hint')}
      </p>
      <ScheduleFields of={fields} />
    </EditPage>
  )
}

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { payoutDayWords } from '#app/domain/platform/payouts/payout.ts'
import {
  chosenSchedule,
  scheduleForm,
  scheduleOfEntity,
  scheduleValues,
  setSchedule,
} from '#app/domain/platform/payouts/payout-day.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { HiddenField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { ScheduleFields } from '#app/ui/platform/payout/PayoutDay.tsx'

/** On which day an organisation is paid. */
export const handle = { access: 'admin.payout.create', title: 'payout.day.title' } satisfies Handle

export const loader = async ({ params, context }: LoaderFunctionArgs) =>
  scheduleOfEntity(await context.read(), idOf(params, 'not_found.entity'))

export const action = (args: ActionFunctionArgs) =>
  submit(args, scheduleForm, async ({ trx, actor }, input) => {
    const id = idOf(args.params, 'not_found.entity')
    const name = await setSchedule(trx, actor, { id, version: input.version }, chosenSchedule(input))
    return redirectWith(paths.admin.entity.view(id), 'payout_day_set', { name })
  })

export default function PayoutDay() {
  const row = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const given = { version: row.version, ...scheduleValues(row) }
  const [form, fields] = useFormOf(scheduleForm, useActionData<typeof action>(), given)
  return (
    <EditPage
      title={t('payout.day.title')}
      subtitle={`${row.name} · ${payoutDayWords(row, t)}`}
      back={{ label: row.name, href: paths.admin.entity.view(row.id) }}
      form={form}
      noun="payout.day"
    >
      <p>{t('payout.day.hint')}</p>
      <ScheduleFields of={fields} />
      <HiddenField of={fields.version} />
    </EditPage>
  )
}

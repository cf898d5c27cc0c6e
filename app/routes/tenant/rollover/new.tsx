import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { planRollover } from '#app/domain/enrolment/rollovers/change-rollover.ts'
import { startMonth } from '#app/domain/enrolment/rollovers/find-rollovers.ts'
import { nextYear, rolloverForm } from '#app/domain/enrolment/rollovers/rollover.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { RolloverFields } from '#app/ui/enrolment/rollover/RolloverFields.tsx'
import { newId } from '#db/id.ts'

/** The days of a change of year; the plan of its classes follows. */
export const handle = { access: 'rollover.manage', title: 'rollover.new' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const db = await context.read()
  return { usual: nextYear(context.today, await startMonth(db)), today: context.today, form_key: newId() }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, rolloverForm, async ({ trx, actor, today }, input) => {
    const id = await planRollover(trx, actor, input, today)
    return redirectWith(paths.rollover.view(id), 'rollover_planned', { name: input.name })
  })

export default function NewRollover() {
  const { usual, today, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(rolloverForm, useActionData<typeof action>(), {
    ...usual,
    ...{ step_sen: '100', keeps_own_fees: 'on', form_key },
  })
  return (
    <EditPage
      title={t('rollover.new')}
      subtitle={t('rollover.new_hint')}
      back={{ label: t('rollover.plural'), href: paths.rollover.list() }}
      form={form}
      noun="rollover"
    >
      <RolloverFields fields={fields} today={today} />
    </EditPage>
  )
}

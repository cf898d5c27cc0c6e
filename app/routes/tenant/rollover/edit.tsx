import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatPercent } from '#app/domain/core/money.ts'
import { editRollover } from '#app/domain/enrolment/rollovers/change-rollover.ts'
import { rolloverFor } from '#app/domain/enrolment/rollovers/find-rollovers.ts'
import { rolloverForm } from '#app/domain/enrolment/rollovers/rollover.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { RolloverFields } from '#app/ui/enrolment/rollover/RolloverFields.tsx'
import { rolloverFacts } from '#app/ui/enrolment/rollover/RolloverView.tsx'

export const handle = { access: 'rollover.manage', title: 'rollover.edit' } satisfies Handle

export const loader = async ({ params, context }: LoaderFunctionArgs) => ({
  row: await rolloverFor(await context.read(), idOf(params, 'not_found.rollover')),
  today: context.today,
})

export const action = (args: ActionFunctionArgs) =>
  submit(args, rolloverForm.required({ version: true }), async ({ trx, actor, today }, input) => {
    const id = idOf(args.params, 'not_found.rollover')
    await editRollover(trx, actor, { id, version: input.version }, input, today)
    return redirectWith(paths.rollover.view(id), 'rollover_saved')
  })

export default function EditRollover() {
  const { row, today } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const [form, fields] = useFormOf(rolloverForm, useActionData<typeof action>(), {
    ...{
      name: row.name,
      ends_on: row.ends_on,
      starts_on: row.starts_on,
      bills_from: row.bills_from.slice(0, 7),
    },
    percent_bp: row.percent_bp === 0 ? '' : percentText(row.percent_bp),
    step_sen: String(row.step_sen),
    keeps_own_fees: row.keeps_own_fees ? 'on' : '',
    share_bp: percentText(row.share_bp),
  })
  return (
    <EditPage
      title={t('rollover.edit')}
      subtitle={row.name}
      back={{ label: row.name, href: paths.rollover.view(row.id) }}
      form={form}
      noun="rollover"
    >
      <CurrentValues
        form={form}
        items={rolloverFacts(row, t, locale)}
        field={fields.version}
        version={row.version}
      />
      <RolloverFields fields={fields} today={today} />
    </EditPage>
  )
}

const percentText = (bp: number) => formatPercent(bp).replace(/\s?%$/, '')

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { findAnswers, saveObligation } from '#app/domain/einvoice/obligation/save-obligation.ts'
import { turnoverBands } from '#app/domain/einvoice/rules/rules.ts'
import { obligationForm } from '#app/domain/einvoice/settings/setting-forms.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { CheckboxField, DateField, NumberField, RadioGroup } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'

/** A few questions, from which the rules derive what the organisation owes. */
export const handle = {
  access: 'einvoice_setting.edit',
  title: 'einvoice_obligation.edit_title',
} satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const answers = await findAnswers(await context.read())
  return {
    row: answers && { ...answers, turnover_year: String(answers.turnover_year) },
    version: answers?.version ?? 0,
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, obligationForm, async ({ trx, actor, today }, input) => {
    await saveObligation(trx, actor, input, today)
    return redirectWith(paths.einvoiceSetting.obligation(), 'einvoice_obligation_saved')
  })

const ticks = ['related_above_1m', 'statutory', 'approved_donations', 'relaxation_declined'] as const

export default function ObligationEdit() {
  const { row, version } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const ticked = row && Object.fromEntries(ticks.map((name) => [name, row[name] ? 'on' : undefined]))
  const [form, fields] = useFormOf(obligationForm, useActionData<typeof action>(), {
    ...row,
    ...ticked,
    version,
  })
  const words = (name: string) => ({
    label: t(`einvoice_obligation.${name}`),
    hint: t(`einvoice_obligation.${name}_hint`),
  })
  return (
    <EditPage
      title={t('einvoice_obligation.edit_title')}
      subtitle={t('einvoice_obligation.edit_about')}
      back={{ label: t('einvoice_obligation.title'), href: paths.einvoiceSetting.obligation() }}
      form={form}
      noun="einvoice_obligation"
      submit={t('einvoice_obligation.submit')}
    >
      <CurrentValues
        form={form}
        items={[
          {
            label: t('einvoice_obligation.turnover_band'),
            value: row && t(`einvoice_obligation.band.${row.turnover_band}`),
          },
          { label: t('einvoice_obligation.turnover_year'), value: row?.turnover_year },
        ]}
        field={fields.version}
        version={version}
      />
      <RadioGroup
        of={fields.turnover_band}
        {...words('turnover_band')}
        options={turnoverBands.map((value) => ({ value, label: t(`einvoice_obligation.band.${value}`) }))}
      />
      <NumberField of={fields.turnover_year} {...words('turnover_year')} autoComplete="off" />
      <DateField of={fields.started_on} {...words('started_on')} autoComplete="off" />
      {ticks.map((name) => (
        <CheckboxField key={name} of={fields[name]} {...words(name)} />
      ))}
      <DateField of={fields.agreed_start_on} {...words('agreed_start_on')} autoComplete="off" />
    </EditPage>
  )
}

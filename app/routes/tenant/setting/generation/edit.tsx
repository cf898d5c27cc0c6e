import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import {
  generationSetting,
  generationSettingForm,
  saveGenerationSetting,
} from '#app/domain/billing/generations/generation-setting.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { CheckboxField, NumberField, RadioGroup, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues } from '#app/ui/core/page/EditPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { SettingEditPage } from '#app/ui/organisation/setting/SettingPage.tsx'
import { generationFacts } from '#app/ui/organisation/setting/setting-facts.ts'

/** How a month is billed: which day, for which month, what an invoice holds, and whether the day begins it. */
export const handle = { access: 'invoice_setting.edit', title: 'setting.generation.title' } satisfies Handle

export const loader = async ({ context }: LoaderFunctionArgs) => generationSetting(await context.read())

export const action = (args: ActionFunctionArgs) =>
  submit(args, generationSettingForm, async ({ trx, actor, today }, input) => {
    await saveGenerationSetting(trx, actor, input, today)
    return redirectWith(paths.setting.generation(), 'generation_settings_saved')
  })

const choices = {
  for: ['next_month', 'same_month'],
  group_by: ['student', 'subject'],
  family: ['payer', 'any_parent'],
  child_order: ['oldest_first', 'highest_fee_first'],
} as const

export default function EditGenerationSettings() {
  const row = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const [form, fields] = useFormOf(generationSettingForm, useActionData<typeof action>(), row)
  const radio = (name: keyof typeof choices) => (
    <RadioGroup
      of={fields[name]}
      label={t(`setting.generation.${name}`)}
      hint={t(`setting.generation.${name}_hint`)}
      options={choices[name].map((value) => ({ value, label: t(`setting.generation.${name}s.${value}`) }))}
    />
  )
  return (
    <SettingEditPage name="generation" page={paths.setting.generation()} form={form}>
      <CurrentValues
        form={form}
        items={generationFacts(row, t, locale)}
        field={fields.version}
        version={row.version}
      />
      <NumberField
        of={fields.day}
        label={t('setting.generation.day')}
        hint={t('setting.generation.day_hint')}
      />
      {radio('for')}
      {radio('group_by')}
      <CheckboxField
        of={fields.issue_zero}
        label={t('setting.generation.nothing_due')}
        hint={t('setting.generation.nothing_due_hint')}
      />
      <TextField
        of={fields.notify_at}
        label={t('setting.generation.notify_at')}
        hint={t('setting.generation.notify_at_hint')}
        type="time"
        width="short"
      />
      {radio('family')}
      {radio('child_order')}
      <CheckboxField
        of={fields.auto_run}
        label={t('setting.generation.auto_run')}
        hint={t(`setting.generation.${row.tried ? 'auto_run_hint' : 'auto_run_not_yet'}`)}
      />
    </SettingEditPage>
  )
}

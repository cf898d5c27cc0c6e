import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { reminderSteps } from '#app/domain/core/settings/reminder-setting.ts'
import {
  reminderSettingForm,
  reminderSettings,
  saveReminderSetting,
} from '#app/domain/payments/reminders/settings.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { CheckboxField, CheckboxGroup, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues } from '#app/ui/core/page/EditPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { SettingEditPage } from '#app/ui/organisation/setting/SettingPage.tsx'
import { reminderFacts } from '#app/ui/payments/reminder/ReminderSettings.tsx'

/** Which reminders leave by themselves, and between which hours. */
export const handle = { access: 'invoice_setting.edit', title: 'setting.reminder.title' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const { wording: _, ...row } = await reminderSettings(await context.read())
  return row
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, reminderSettingForm, async ({ trx, actor, today }, input) => {
    await saveReminderSetting(trx, actor, input, today)
    return redirectWith(paths.setting.reminder(), 'reminder_settings_saved')
  })

export default function EditReminderSettings() {
  const row = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const [form, fields] = useFormOf(reminderSettingForm, useActionData<typeof action>(), row)
  const time = (name: 'from' | 'until') => (
    <TextField
      of={fields[name]}
      label={t(`setting.reminder.${name}`)}
      hint={t(`setting.reminder.${name}_hint`)}
      type="time"
      width="short"
    />
  )
  return (
    <SettingEditPage name="reminder" page={paths.setting.reminder()} form={form}>
      <CurrentValues
        form={form}
        items={reminderFacts(row, t, locale)}
        field={fields.version}
        version={row.version}
      />
      <CheckboxField of={fields.on} label={t('setting.reminder.on')} hint={t('setting.reminder.on_hint')} />
      <CheckboxGroup
        of={fields.steps}
        label={t('setting.reminder.steps')}
        hint={t('setting.reminder.steps_hint')}
        options={reminderSteps.map((value) => ({ value, label: t(`reminder.steps.${value}`) }))}
      />
      <CheckboxField
        of={fields.sms}
        label={t('setting.reminder.sms')}
        hint={t('setting.reminder.sms_hint')}
      />
      {time('from')}
      {time('until')}
      <p className="hint">{t('setting.reminder.rest')}</p>
    </SettingEditPage>
  )
}

import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formErrorMap } from '#app/domain/core/form-errors.ts'
import { allowedIn, wordingOf } from '#app/domain/payments/reminders/reminder-letters.ts'
import {
  reminderSettings,
  saveWording,
  wordingAddress,
  wordingForm,
} from '#app/domain/payments/reminders/settings.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { localeName } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { formOf } from '#app/server/forms/form-data.ts'
import { submit } from '#app/server/forms/submit.ts'
import { samplesOf } from '#app/server/forms/wording-samples.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { HiddenField, TextArea, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { WordingPreview } from '#app/ui/payments/reminder/ReminderSettings.tsx'

/** The words of one message in one language. */
export const handle = { access: 'invoice_setting.edit', title: 'setting.reminder.change' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = wordingAddress.parse(Object.fromEntries(new URL(request.url).searchParams))
  const { kind } = asked
  const locale = asked.locale ?? context.locale
  const { wording, version } = await reminderSettings(await context.read())
  return {
    ...{ kind, locale, version, language: localeName(locale) },
    said: wordingOf(wording, kind, locale, i18nOf(locale, context.labels).t),
    sample: samplesOf(context, locale, wording)(kind),
    subjectNames: allowedIn(kind, 'subject'),
    textNames: allowedIn(kind, 'text'),
  }
}

/** Saves the words, or shows how they would read. */
export async function action(args: ActionFunctionArgs) {
  const { context, request } = args
  const form = await formOf(request)
  const submission = parseWithZod(form, { schema: wordingForm, error: formErrorMap })
  if (submission.status === 'success' && submission.value.intent === 'preview') {
    const { kind, locale, subject, text } = submission.value
    const typed = text ? { [kind]: { [locale]: { subject, text } } } : {}
    return data({ ...submission.reply(), sample: samplesOf(context, locale, typed)(kind) })
  }
  return submit(args, wordingForm, async ({ trx, actor }, input) => {
    await saveWording(trx, actor, input)
    return redirectWith(paths.setting.reminder({ locale: input.locale }), 'wording_saved')
  })
}

export default function EditWording() {
  const row = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTranslation()
  const { kind, locale, language, said } = row
  const [form, fields] = useFormOf(wordingForm, answer, { kind, locale, ...said })
  const previewed = answer && 'sample' in answer ? answer.sample : undefined
  const back = paths.setting.reminder({ locale })
  const names = (list: readonly string[]) => list.map((name) => `{${name}}`).join(' ')
  return (
    <EditPage
      title={t(`setting.reminder.kinds.${kind}`)}
      subtitle={language}
      back={{ label: t('setting.reminder.title'), href: back }}
      form={form}
      noun="setting.reminder"
    >
      <Notice title={t(previewed ? 'setting.reminder.as_typed' : 'setting.reminder.as_saved')}>
        <WordingPreview wording={previewed ?? row.sample} locale={locale} />
      </Notice>
      <CurrentValues
        form={form}
        items={[
          kind !== 'whatsapp' && { label: t('setting.reminder.subject'), value: said.subject },
          { label: t('setting.reminder.text'), value: said.text },
        ].filter((item) => item !== false)}
        field={fields.version}
        version={row.version}
      />
      <HiddenField of={fields.kind} />
      <HiddenField of={fields.locale} />
      {kind === 'whatsapp' ? null : (
        <TextField
          of={fields.subject}
          label={t('setting.reminder.subject')}
          hint={t('setting.reminder.may_name', { names: names(row.subjectNames) })}
        />
      )}
      <TextArea
        of={fields.text}
        label={t('setting.reminder.text')}
        hint={t('setting.reminder.may_name', { names: names(row.textNames) })}
        rows={8}
      />
      <p className="hint">{t('setting.reminder.empty_hint')}</p>
      <div className="actions">
        <SubmitButton name="intent" value="preview" look="plain">
          {t('setting.reminder.preview')}
        </SubmitButton>
      </div>
    </EditPage>
  )
}

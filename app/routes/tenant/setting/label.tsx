import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formErrorMap } from '#app/domain/core/form-errors.ts'
import {
  fieldsOfLabels,
  labelForm,
  labelKeys,
  labelsOfForm,
  localeField,
} from '#app/domain/core/labels/label.ts'
import { labelsOf, saveLabels, tenantLabels } from '#app/domain/core/labels/tenant-labels.ts'
import { nounsOf } from '#app/i18n/i18n.ts'
import { languageTag, localeName, locales, sorted } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { formOf } from '#app/server/forms/form-data.ts'
import { labelSamples } from '#app/server/forms/label-samples.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { PageHeader, SubNav } from '#app/ui/core/page/ViewPage.tsx'
import { LabelForm, LabelPreview, OwnLabels } from '#app/ui/organisation/setting/LabelForm.tsx'

export const handle = {
  access: { view: 'label.view', change: 'label.edit' },
  title: 'setting.labels.title',
} satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = localeField.safeParse(new URL(request.url).searchParams.get('locale'))
  const locale = asked.success ? asked.data : context.locale
  const { version, byLocale } = await labelsOf(await context.read())
  const ours = nounsOf(locale)
  return {
    locale,
    language: localeName(locale),
    languages: sorted(locales, localeName, context.locale).map((one) => ({
      label: localeName(one),
      lang: languageTag(one),
      href: paths.setting.label({ locale: one }),
      current: one === locale,
    })),
    version,
    nouns: labelKeys.map((key) => ({ key, ours: ours[key], own: byLocale[locale]?.[key] })),
    fields: fieldsOfLabels(byLocale[locale] ?? {}),
    mayEdit: context.can('label.edit'),
  }
}

/** Saves the words of one language, or shows how they would read. */
export async function action(args: ActionFunctionArgs) {
  const { context, request } = args
  const form = await formOf(request)
  const submission = parseWithZod(form, { schema: labelForm, error: formErrorMap })
  if (submission.status === 'success' && submission.value.intent === 'preview') {
    const { locale } = submission.value
    const { version, byLocale } = await labelsOf(await context.read())
    const typed = tenantLabels(version, { ...byLocale, [locale]: labelsOfForm(submission.value) })
    const organisation = context.site.side === 'tenant' ? context.site.entity.name : ''
    return data({ ...submission.reply(), preview: labelSamples(locale, typed, organisation) })
  }
  const answer = await submit(args, labelForm, async ({ trx, actor }, input) => {
    await saveLabels(trx, actor, input.locale, labelsOfForm(input), input.version)
    return redirectWith(paths.setting.label({ locale: input.locale }), 'label_saved')
  })
  context.labelsChanged()
  return answer
}

export default function Labels() {
  const { locale, language, languages, version, nouns, fields, mayEdit } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { t } = useTranslation()
  const [form, of] = useFormOf(labelForm, lastResult, fields)
  const preview = lastResult && 'preview' in lastResult ? lastResult.preview : undefined
  return (
    <>
      <PageHeader
        title={t('setting.labels.title')}
        subtitle={t('setting.labels.subtitle')}
        back={{ label: t('setting.title'), href: paths.setting.index() }}
      />
      <SubNav label={t('setting.labels.language')} items={languages} />
      {preview ? <LabelPreview samples={preview} locale={locale} form={form.id} /> : null}
      <OwnLabels nouns={nouns} locale={locale} language={language} version={version} mayEdit={mayEdit} />
      {mayEdit ? (
        <LabelForm
          form={form}
          fields={of}
          nouns={nouns}
          locale={locale}
          version={version}
          action={paths.setting.label({ locale })}
        />
      ) : null}
    </>
  )
}

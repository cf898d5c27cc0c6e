import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formErrorMap } from '#app/domain/core/form-errors.ts'
import { papers } from '#app/domain/core/help/paper.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { inForce, publishedVersions } from '#app/domain/platform/legal/find-legal.ts'
import { isLegalSlug, legalForm } from '#app/domain/platform/legal/legal-paper.ts'
import { publishLegal } from '#app/domain/platform/legal/publish-legal.ts'
import { renderMarkdown, withWords } from '#app/domain/reporting/help/markdown.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { formOf } from '#app/server/forms/form-data.ts'
import { submit } from '#app/server/forms/submit.ts'
import { helpReader } from '#app/server/help/help-reader.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { DateField, TextArea } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { PageHeader, Section } from '#app/ui/core/page/ViewPage.tsx'

/** A new version of a paper, beginning with the text in force: looked at first, then published from a day on. */
export const handle = { access: 'admin.legal.edit', title: 'legal.new' } satisfies Handle

export async function loader({ params: { slug }, context }: LoaderFunctionArgs) {
  if (!isLegalSlug(slug)) throw new Refusal('not_found.page')
  const { published } = inForce(await publishedVersions(await context.read(), slug), slug, context.today)
  const shipped = (locale: string) =>
    papers.find((one) => one.section === 'legal' && one.slug === slug && one.locale === locale)?.body ?? ''
  return {
    slug,
    typed: {
      body_en: published?.body_en ?? shipped('en'),
      body_my: published?.body_my ?? shipped('my'),
      valid_from: context.today,
    },
  }
}

export async function action(args: ActionFunctionArgs) {
  const { slug } = args.params
  if (!isLegalSlug(slug)) throw new Refusal('not_found.page')
  const submission = parseWithZod(await formOf(args.request), { schema: legalForm, error: formErrorMap })
  if (submission.status === 'success' && submission.value.intent === 'preview') {
    const { speak } = await helpReader(args.context)
    const shown = (body: string, locale: string) => withWords(renderMarkdown(body, locale).html, speak)
    const { body_en, body_my } = submission.value
    return data({ ...submission.reply(), preview: { en: shown(body_en, 'en'), my: shown(body_my, 'my') } })
  }
  return submit(args, legalForm, async ({ trx, actor }, input) => {
    const { version } = await publishLegal(trx, actor, slug, input)
    return redirectWith(paths.admin.legal.view(slug), 'legal_published', { version })
  })
}

export default function EditLegal() {
  const { slug, typed } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(legalForm, lastResult, typed)
  const preview = lastResult && 'preview' in lastResult ? lastResult.preview : undefined
  return (
    <>
      <PageHeader
        title={t('legal.new')}
        subtitle={t(`legal.papers.${slug}`)}
        back={{ label: t(`legal.papers.${slug}`), href: paths.admin.legal.view(slug) }}
      />
      {preview && (
        <>
          <Preview title={t('legal.preview_en')} html={preview.en} />
          <Preview title={t('legal.preview_my')} html={preview.my} />
        </>
      )}
      <form method="post" id={form.id} className="fields" noValidate>
        <ErrorSummary form={form} noun="legal" />
        <TextArea of={fields.body_en} label={t('legal.body_en')} hint={t('legal.body_hint')} rows={20} />
        <TextArea of={fields.body_my} label={t('legal.body_my')} rows={20} />
        <DateField of={fields.valid_from} label={t('legal.valid_from')} hint={t('legal.valid_from_hint')} />
        <p className="actions">
          <SubmitButton name="intent" value="preview" look="plain">
            {t('legal.preview')}
          </SubmitButton>
          <SubmitButton name="intent" value="publish">
            {t('legal.publish')}
          </SubmitButton>
        </p>
      </form>
    </>
  )
}

function Preview({ title, html }: { title: string; html: string }) {
  return (
    <Section title={title}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by renderMarkdown, which escapes whatever is no Markdown */}
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </Section>
  )
}

import { useTranslation } from 'react-i18next'
import { legalForm } from '#app/domain/core/help/legal-paper.ts'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { DateField, TextArea } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { Section } from '#app/ui/core/page/ViewPage.tsx'

interface LegalFormProps {
  typed: { body_en: string; body_my: string; valid_from: string }
  /** What the action answered, with the preview that was asked for. */
  answer: (Parameters<typeof useFormOf>[1] & { preview?: { en: string; my: string } }) | undefined
}

/** A new version of a legal paper in both languages: looked at first, then published from a day on. */
export function LegalForm({ typed, answer }: LegalFormProps) {
  const { t } = useTranslation()
  const [form, fields] = useFormOf(legalForm, answer, typed)
  const preview = answer?.preview
  return (
    <>
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

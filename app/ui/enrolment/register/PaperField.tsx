import { useTranslation } from 'react-i18next'
import { paperTypes } from '#app/domain/core/fields.ts'
import { questionWords } from '#app/domain/enrolment/online-registration/form-setting.ts'
import type { AskedPaper, Paper } from '#app/domain/enrolment/online-registration/papers.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { PostButton, SubmitButton } from '#app/ui/core/form/Button.tsx'
import { FileField } from '#app/ui/core/form/fields.tsx'

export const paperKey = ({ kind, question, place }: Paper) =>
  [kind, question, place].filter(Boolean).join('-')

interface PaperFieldProps {
  paper: AskedPaper & {
    /** Label of the organisation's own question. */
    label: Readonly<Record<string, string>> | null
    file: { id: string; name: string } | undefined
  }
  error: string | undefined
}

/** A required document: the uploaded file, or an upload form. */
export function PaperField({ paper, error }: PaperFieldProps) {
  const { t, i18n } = useTranslation()
  const { kind, question, place, required, file } = paper
  const label = paper.label
    ? questionWords({ label: paper.label }, i18n.language as Locale)
    : t(`register.papers.${kind}`)
  if (file)
    return (
      <div className="facts">
        <div>
          <div>
            <b>{label}</b>
            <p className="small">
              <a href={paths.register.file(file.id)}>{file.name}</a>
            </p>
          </div>
          <PostButton action={paths.register.documentRemove()} look="link" fields={{ id: file.id }}>
            {t('register.remove_file')}
          </PostButton>
        </div>
      </div>
    )
  const id = `paper-${paperKey(paper)}`
  return (
    <form method="post" encType="multipart/form-data" className="fields" noValidate>
      <FileField
        of={{
          ...{ id, name: 'file', required, errorId: `${id}-error`, descriptionId: `${id}-hint` },
          errors: error ? [error] : undefined,
        }}
        label={label}
        accept={paperTypes}
      />
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="question" value={question ?? ''} />
      <input type="hidden" name="place" value={place ?? ''} />
      <SubmitButton look="plain">{t('register.send_file')}</SubmitButton>
    </form>
  )
}

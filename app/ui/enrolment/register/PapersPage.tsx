import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { paperLimit, paperTypes } from '#app/domain/core/fields.ts'
import { questionWords, type Words } from '#app/domain/enrolment/online-registration/form-setting.ts'
import type { AskedPaper } from '#app/domain/enrolment/online-registration/papers.ts'
import { paths } from '#app/paths.ts'
import type { StepPlace } from '#app/server/register/registering.ts'
import type { DrawnField, PageAnswer } from '#app/server/register/typed-page.ts'
import { EnterSaves, SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { Fieldset, FileField } from '#app/ui/core/form/fields.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'
import { AnswerFields } from './AnswerFields.tsx'
import { StepButtons, StepPage } from './StepPage.tsx'

interface ShownPaper extends AskedPaper {
  /** The name of its field. */
  key: string
  /** Of the organisation's own question. */
  label: Words | null
  /** What has been uploaded. */
  file: { id: string; name: string; bytes: number } | undefined
}

interface PapersPageProps {
  step: StepPlace
  version: number
  until: Date
  today: string
  fields: readonly DrawnField[]
  groups: readonly { place: number | null; name: string; papers: readonly ShownPaper[] }[]
  answer: PageAnswer
}

/** All papers and questions in one form, so that every button uploads what was chosen and keeps what was typed. */
export function PapersPage({ step, version, until, today, fields, groups, answer }: PapersPageProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const id = `form${useId().replaceAll(':', '')}`
  const { '': errors, ...allErrors } = answer.errors
  const all = groups.flatMap(({ name, papers }) => papers.map((paper) => ({ ...paper, child: name })))
  const nameOf = (field: string) => {
    const question = fields.find(({ name }) => name === field)?.question
    const paper = all.find(({ key }) => key === field)
    return question ? questionWords(question, locale) : paper && `${labelOf(paper)} (${paper.child})`
  }
  const labelOf = ({ kind, label }: ShownPaper) =>
    label ? questionWords({ label }, locale) : t(`register.papers.${kind}`)
  const title = fields.length === 0 ? 'documents' : groups.length === 0 ? 'questions' : 'documents_questions'
  return (
    <StepPage
      place={step}
      until={until}
      title={t(`register.titles.${title}`)}
      hint={
        groups.length > 0 ? t('register.documents_hint', { most: paperLimit.bytes / 1_000_000 }) : undefined
      }
    >
      <form method="post" encType="multipart/form-data" id={id} className="fields" noValidate>
        <ErrorSummary form={{ id, errors, allErrors }} noun="register" nameOf={nameOf} />
        <div className="hidden">
          <EnterSaves />
        </div>
        <AnswerFields id={id} noun="student" fields={fields} answer={answer} today={today} />
        {groups.map(({ place, name, papers }) => (
          <Fieldset key={place ?? 'family'} legend={name}>
            {papers.map((paper) => (
              <PaperField key={paper.key} id={id} paper={paper} label={labelOf(paper)} answer={answer} />
            ))}
          </Fieldset>
        ))}
        <input type="hidden" name="version" value={version} />
        {all.some(({ file }) => !file) && (
          <p>
            <SubmitButton look="plain" name="go" value="upload">
              {t('register.upload')}
            </SubmitButton>
          </p>
        )}
        <StepButtons />
      </form>
    </StepPage>
  )
}

interface PaperFieldProps {
  id: string
  paper: ShownPaper
  label: string
  answer: PageAnswer
}

/** One paper: what has been uploaded, and the field for it or for another in its place. */
function PaperField({ id: form, paper, label, answer }: PaperFieldProps) {
  const { t } = useTranslation()
  const { key, required, file } = paper
  const errors = answer.errors[key]
  const id = `${form}-${key}`
  return (
    <>
      {file && (
        <div className="facts">
          <div>
            <div>
              <b>{label}</b>
              <p className="small">
                <a href={paths.register.file(file.id)}>{file.name}</a> {unbroken(sizeWords(file.bytes))}
              </p>
            </div>
            <SubmitButton look="link" name="go" value={`remove ${file.id}`}>
              {t('register.remove_file')}
              <span className="hidden"> {label}</span>
            </SubmitButton>
          </div>
        </div>
      )}
      {(!file || errors) && (
        <FileField
          of={{
            ...{
              id,
              name: key,
              required: required && !file,
              errorId: `${id}-error`,
              descriptionId: `${id}-hint`,
            },
            errors,
          }}
          label={label}
          accept={paperTypes}
        />
      )}
    </>
  )
}

/** `85 kB`, `1.2 MB`. */
const sizeWords = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

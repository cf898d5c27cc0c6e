import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { paperLimit, paperTypes } from '#app/domain/core/fields.ts'
import { asRefusal, statusOf } from '#app/domain/core/refusal.ts'
import { questionsOf, questionWords } from '#app/domain/enrolment/online-registration/form-setting.ts'
import { filesOf, isOf, type Paper, papersOf } from '#app/domain/enrolment/online-registration/papers.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { formOf } from '#app/server/forms/form-data.ts'
import { errorOf } from '#app/server/forms/submit.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import { childrenOf } from '#app/server/register/children.ts'
import { keepPaper } from '#app/server/register/keep-paper.ts'
import { pageFrom, placeInSteps, withDraft } from '#app/server/register/registering.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton, PostButton, SubmitButton } from '#app/ui/core/form/Button.tsx'
import { FileField } from '#app/ui/core/form/fields.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { StepPage } from '#app/ui/enrolment/register/StepPage.tsx'

/** Papers of the family and of each child, one at a time, so that a bad connection loses one at most. */
export const handle = { access: 'guest', title: 'register.steps.documents', look: 'public' } satisfies Handle

export const headers = unlisted

export async function loader(args: LoaderFunctionArgs) {
  const { context } = args
  const known = await withDraft(args)
  const { form, answers, draft } = known
  const db = await context.read()
  const [children, files] = await Promise.all([childrenOf(db, answers, context.t), filesOf(db, draft.id)])
  const papers = papersOf(form, answers).map((paper) => {
    const file = files.find((one) => isOf(one, paper))
    const question = questionsOf(form).find(({ id }) => id === paper.question)
    return { ...paper, label: question?.label ?? null, file: file && { id: file.id, name: file.name } }
  })
  return {
    step: placeInSteps(known, 'documents'),
    ...{
      next: pageFrom(known, 'documents', 1),
      back: pageFrom(known, 'documents', -1),
      until: draft.expires_at,
    },
    groups: [
      ...children.map(({ place, name }) => ({ place, name })),
      { place: null, name: context.t('register.family') },
    ]
      .map((group) => ({ ...group, papers: papers.filter(({ place }) => place === group.place) }))
      .filter((group) => group.papers.length > 0),
  }
}

export async function action(args: ActionFunctionArgs) {
  const known = await withDraft(args)
  const sent = await formOf(args.request)
  const text = (name: string) => String(sent.get(name) ?? '')
  const asked: Pick<Paper, 'question' | 'place'> & { kind: string } = {
    kind: text('kind'),
    question: text('question') || null,
    place: Number(text('place')) || null,
  }
  const paper = papersOf(known.form, known.answers).find((one) => isOf(one, asked as Paper))
  // Meanwhile the organisation asks for it no more, or the child is gone.
  if (!paper) return redirect(paths.register.documents())
  try {
    await keepPaper(args.context, known.draft, paper, sent.get('file'))
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    const answer = { paper: paperKey(paper), error: errorOf(refusal.code, refusal.values) }
    return data(answer, { status: statusOf(refusal.code) })
  }
  return redirectWith(paths.register.documents(), 'paper_kept')
}

export default function DocumentsStep() {
  const { step, next, back, until, groups } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTranslation()
  return (
    <StepPage
      place={step}
      back={back}
      until={until}
      hint={t('register.documents_hint', { most: paperLimit.bytes / 1_000_000 })}
    >
      {groups.map(({ place, name, papers }) => (
        <Section key={place ?? 'family'} title={name}>
          <div className="fields">
            {papers.map((paper) => (
              <PaperField
                key={paperKey(paper)}
                paper={paper}
                error={answer?.paper === paperKey(paper) ? answer.error : undefined}
              />
            ))}
          </div>
        </Section>
      ))}
      <p className="actions">
        <LinkButton href={next} look="primary">
          {t('register.go_on')}
        </LinkButton>
      </p>
    </StepPage>
  )
}

const paperKey = ({ kind, question, place }: Paper) => [kind, question, place].filter(Boolean).join('-')

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

interface PaperFieldProps {
  paper: Loaded['groups'][number]['papers'][number]
  error: string | undefined
}

/** A required document: the uploaded file, or an upload form. */
function PaperField({ paper, error }: PaperFieldProps) {
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

import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { asRefusal, statusOf } from '#app/domain/core/refusal.ts'
import { familyQuestions } from '#app/domain/enrolment/online-registration/asked-fields.ts'
import { filedChildren } from '#app/domain/enrolment/online-registration/filed-children.ts'
import { questionsOf } from '#app/domain/enrolment/online-registration/form-setting.ts'
import { filesOf, isOf, papersOf, removeFile } from '#app/domain/enrolment/online-registration/papers.ts'
import { paths } from '#app/paths.ts'
import { ownFiles } from '#app/server/documents/stored-file.ts'
import { formOf } from '#app/server/forms/form-data.ts'
import { errorOf } from '#app/server/forms/submit.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import { namedChildren } from '#app/server/register/children.ts'
import { keepPapers, paperKey } from '#app/server/register/keep-papers.ts'
import {
  isFromSummary,
  pageAfter,
  pageBefore,
  placeInSteps,
  savePart,
  withDraft,
} from '#app/server/register/registering.ts'
import { drawn, errorsOf, type PageAnswer, textOf, typedOf } from '#app/server/register/typed-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { PapersPage } from '#app/ui/enrolment/register/PapersPage.tsx'

/** Papers of the family and of each child, and what the organisation itself asks; every button keeps all of it. */
export const handle = { access: 'guest', title: 'register.steps.documents', look: 'public' } satisfies Handle

export const headers = unlisted

async function asked(args: LoaderFunctionArgs | ActionFunctionArgs) {
  const known = await withDraft(args)
  const { form, answers } = known
  const checks = isFromSummary(args.request)
  return {
    ...{ known, checks, fields: familyQuestions(form), papers: papersOf(form, answers) },
    demands: { today: args.context.today },
  }
}

export async function loader(args: LoaderFunctionArgs) {
  const { context } = args
  const { known, checks, fields, papers, demands } = await asked(args)
  const { form, answers, draft } = known
  const db = await context.read()
  const [filed, files] = await Promise.all([filedChildren(db, answers), filesOf(db, draft.id)])
  const shown = papers.map((paper) => {
    const file = files.find((one) => isOf(one, paper))
    const question = questionsOf(form).find(({ id }) => id === paper.question)
    return {
      ...{ ...paper, key: paperKey(paper), label: question?.label ?? null },
      file: file && { id: file.id, name: file.name, bytes: file.size_bytes },
    }
  })
  const children = namedChildren(answers, filed, context.t)
  const typed = answers.family
  return {
    ...{ typed, errors: checks ? errorsOf(fields, typed, demands) : {} },
    page: {
      step: placeInSteps(known, 'documents'),
      ...{ version: known.version, until: draft.expires_at, today: demands.today },
      fields: fields.map(drawn),
      groups: [
        ...children.map(({ place, name }) => ({ place, name })),
        { place: null, name: context.t('register.family') },
      ]
        .map((group) => ({ ...group, papers: shown.filter(({ place }) => place === group.place) }))
        .filter((group) => group.papers.length > 0),
    },
  }
}

export async function action(args: ActionFunctionArgs) {
  const { context, request } = args
  const { known, checks, fields, papers, demands } = await asked(args)
  const form = await formOf(request)
  const typed = typedOf(form, fields)
  const go = textOf(form, 'go')
  // The answers first: what is typed is kept whatever the files are.
  try {
    const version = Number(textOf(form, 'version')) || 0
    await savePart(args, known, {
      ...{ part: 'family', version },
      change: (answers) => ({ ...answers, family: { ...answers.family, ...typed } }),
    })
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    await keepPapers(context, known.draft, papers, form)
    const answer: PageAnswer = { typed, errors: { '': [errorOf(refusal.code, refusal.values)] } }
    return data(answer, { status: statusOf(refusal.code) })
  }
  const kept = await keepPapers(context, known.draft, papers, form)
  const [verb, id] = go.split(' ')
  if (verb === 'remove' && z.uuid().safeParse(id).success) await remove(args, known.draft, id!)
  const isGoingOn = go === ''
  const errors = { ...(isGoingOn ? errorsOf(fields, typed, demands) : {}), ...kept.errors }
  if (Object.keys(errors).length > 0) {
    const status = kept.status === 200 ? 422 : kept.status
    return data({ typed, errors } satisfies PageAnswer, { status })
  }
  if (isGoingOn) return redirect(checks ? paths.register.review() : pageAfter(known, 'documents'))
  if (go === 'back') return redirect(checks ? paths.register.review() : pageBefore(known, 'documents'))
  return redirect(paths.register.documents(checks ? { check: '1' } : {}))
}

async function remove({ context }: ActionFunctionArgs, draft: { id: string }, id: string): Promise<void> {
  // Pressed twice it is gone already.
  const gone = await context
    .write((trx) => removeFile(trx, draft, id))
    .catch((error) => {
      if (asRefusal(error)?.code !== 'not_found.document') throw error
    })
  if (gone) await ownFiles(context).remove(gone)
}

export default function DocumentsStep() {
  const { page, typed, errors } = useLoaderData<typeof loader>()
  return <PapersPage {...page} answer={useActionData<typeof action>() ?? { typed, errors }} />
}

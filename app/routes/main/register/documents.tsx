import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { paperLimit, paperTypes } from '#app/domain/core/fields.ts'
import { filesOf } from '#app/domain/platform/registrations/change-draft.ts'
import {
  documentKinds,
  documentLimit,
  stepFrom,
  stepsWith,
} from '#app/domain/platform/registrations/registration.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import { atStep, placeInSteps } from '#app/server/front/at-step.ts'
import { keepDocument } from '#app/server/front/documents.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton, PostButton, SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { FileField, SelectField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { Entries } from '#app/ui/core/page/Facts.tsx'
import { StepPage } from '#app/ui/platform/front/StepPage.tsx'

/** Papers of the organisation, one at a time, so that a bad connection loses one at most. */
export const handle = { access: 'guest', title: 'front.steps.documents', look: 'public' } satisfies Handle

export const headers = unlisted

const documentForm = z.object({
  kind: z.enum(documentKinds),
  file: z.instanceof(File, { error: 'input.required' }),
})

export async function loader(args: LoaderFunctionArgs) {
  const known = await atStep(args)
  const { code, draft } = known
  const files = await filesOf(await args.context.read(), { draft_id: draft.id })
  return {
    page: placeInSteps(known, 'documents'),
    files: files.map(({ id, kind, name }) => ({ id, kind, name })),
    next: paths.front.step(code, stepFrom(stepsWith(known.connections), 'documents', 1)!),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { code, draft } = await atStep(args)
  const page = paths.front.step(code, 'documents')
  return answerForm(args, documentForm, async (input) => {
    await keepDocument(args.context, { code, draft_id: draft.id }, input)
    return redirectWith(page, 'paper_kept')
  })
}

export default function DocumentsStep() {
  const { page, files, next } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(documentForm, useActionData<typeof action>(), { kind: 'certificate' })
  const { code } = page
  return (
    <StepPage page={page} hint={t('front.documents_hint', { most: paperLimit.bytes / 1_000_000 })}>
      {files.length > 0 && (
        <Entries
          items={files.map(({ id, kind, name }) => ({
            title: t(`front.kinds.${kind}`),
            href: paths.front.document(code, id),
            meta: name,
            status: (
              <PostButton action={paths.front.documentRemove(code)} look="link" fields={{ id }}>
                {t('front.document_remove')}
              </PostButton>
            ),
          }))}
        />
      )}
      {files.length < documentLimit.most ? (
        <form method="post" encType="multipart/form-data" id={form.id} className="fields" noValidate>
          <ErrorSummary form={form} noun="front" />
          <SelectField
            of={fields.kind}
            label={t('front.kind')}
            blank={false}
            options={documentKinds.map((value) => ({ value, label: t(`front.kinds.${value}`) }))}
          />
          <FileField of={fields.file} label={t('front.file')} accept={paperTypes} />
          <SubmitButton look="plain">{t('front.document_send')}</SubmitButton>
        </form>
      ) : (
        <>
          <ErrorSummary form={form} noun="front" />
          <p className="quiet">{t('front.documents_full', { most: documentLimit.most })}</p>
        </>
      )}
      <p className="actions">
        <LinkButton href={next} look={files.length > 0 ? 'primary' : 'plain'}>
          {t(files.length > 0 ? 'front.go_on' : 'front.documents_later')}
        </LinkButton>
      </p>
    </StepPage>
  )
}

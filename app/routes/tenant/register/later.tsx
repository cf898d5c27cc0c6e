import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { formatDate, todayIn } from '#app/domain/core/dates.ts'
import { email } from '#app/domain/core/fields.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { mailDraftLink } from '#app/domain/enrolment/online-registration/drafts.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import { withDraft } from '#app/server/register/registering.ts'
import { keysOf } from '#app/server/request/keys.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ConfirmButton, SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** How a family comes back to what it has begun: on this device, by a link in a mail; or how it leaves nothing here. */
export const handle = { access: 'guest', title: 'register.later.title', look: 'public' } satisfies Handle

export const headers = unlisted

const linkForm = z.object({ email })

export async function loader(args: LoaderFunctionArgs) {
  const { draft, seeker } = await withDraft(args)
  return { until: draft.expires_at, email: draft.answers.parents[0]?.email ?? '', hasCode: !!seeker.code }
}

export async function action(args: ActionFunctionArgs) {
  const { context } = args
  const { draft, seeker } = await withDraft(args)
  return answerForm(args, linkForm, async ({ email: address }) => {
    const { code } = seeker
    if (!code) throw new Refusal('not_found.draft')
    const { write, actor, locale } = context
    await mailDraftLink(write, keysOf(context), { draft, code, address, ip: actor.ip, locale })
    return redirectWith(paths.register.later(), 'draft_link_sent', { address })
  })
}

export default function Later() {
  const { until, email: known, hasCode } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const [form, fields] = useFormOf(linkForm, useActionData<typeof action>(), { email: known })
  return (
    <NarrowFrame>
      <header>
        <a className="back" href={paths.register.start()}>
          {t('register.later.back')}
        </a>
        <h1>{t('register.later.title')}</h1>
      </header>
      <p>{t('register.later.here', { date: formatDate(todayIn(until), locale) })}</p>
      {hasCode && (
        <form method="post" id={form.id} className="fields" noValidate>
          <ErrorSummary form={form} noun="register.later" />
          <TextField
            of={fields.email}
            label={t('register.later.email')}
            hint={t('register.later.email_hint')}
            type="email"
            autoComplete="email"
            spellCheck={false}
          />
          <SubmitButton>{t('register.later.send')}</SubmitButton>
        </form>
      )}
      <Section title={t('register.later.shared')}>
        <div className="lead">
          <p>{t('register.later.shared_hint')}</p>
          <ConfirmButton
            label={t('register.later.delete')}
            text={t('register.later.delete_question')}
            action={paths.register.forget()}
            confirm={t('register.later.delete_yes')}
          />
        </div>
      </Section>
    </NarrowFrame>
  )
}

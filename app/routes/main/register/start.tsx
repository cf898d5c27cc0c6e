import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { Refusal } from '#app/domain/core/refusal.ts'
import { publicCode } from '#app/domain/payments/payments/payment.ts'
import { offers } from '#app/domain/platform/packages/find-packages.ts'
import { typedCode } from '#app/domain/platform/registrations/registration.ts'
import { paths } from '#app/paths.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import { draftByCode } from '#app/server/front/at-step.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton, PostButton, SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { Entries } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { useCosts } from '#app/ui/platform/front/Offers.tsx'

/** The front door: what this is, what it costs, where to find one's organisation, and how to be let in. */
export const handle = { access: 'guest', title: 'front.title', look: 'public' } satisfies Handle

const resumeForm = z.object({ code: typedCode })

export async function loader({ context }: LoaderFunctionArgs) {
  const offered = await offers(await context.read())
  return {
    offered: offered.map(({ id, name, registration_fee_sen, yearly_fee_sen }) => ({
      ...{ id, name, registration_fee_sen, yearly_fee_sen },
    })),
  }
}

/** Goes on with what was begun, by the code that its pages show. */
export async function action(args: ActionFunctionArgs) {
  return answerForm(args, resumeForm, async ({ code }) => {
    if (!publicCode.safeParse(code).success) throw new Refusal('not_found.draft', 'code')
    await draftByCode(args.context, code, 'code')
    return redirect(paths.front.resume(code))
  })
}

export default function Front() {
  const { offered } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const costs = useCosts()
  const [form, fields] = useFormOf(resumeForm, useActionData<typeof action>(), { code: '' })
  return (
    <NarrowFrame>
      <header>
        <h1>{t('front.heading')}</h1>
      </header>
      <p>{t('front.what')}</p>
      <ul>
        {(['bill', 'pay', 'account', 'people', 'give'] as const).map((point) => (
          <li key={point}>{t(`front.points.${point}`)}</li>
        ))}
      </ul>
      <p className="actions">
        <LinkButton href={paths.front.packages()} look="primary">
          {t('front.packages')}
        </LinkButton>
        <a href={paths.organisation.ask()}>{t('auth.organisation.title')}</a>
      </p>
      <Section title={t('front.cost_title')}>
        {offered.length > 0 ? (
          <Entries
            items={offered.map((offer) => ({
              title: offer.name,
              meta: costs(offer),
            }))}
          />
        ) : (
          <p>{t('front.no_packages_hint')}</p>
        )}
        <p className="quiet">{t('front.cost_fee')}</p>
      </Section>
      {offered.length > 0 && (
        <Section title={t('front.begin_title')}>
          <p>{t('front.begin_text')}</p>
          <ul>
            {(['papers', 'bank', 'name'] as const).map((need) => (
              <li key={need}>{t(`front.needed.${need}`)}</li>
            ))}
          </ul>
          <PostButton action={paths.front.begin()} look="primary">
            {t('front.begin')}
          </PostButton>
        </Section>
      )}
      <Section title={t('front.resume_title')}>
        <form method="post" id={form.id} className="fields" noValidate>
          <ErrorSummary form={form} noun="front" />
          <TextField
            of={fields.code}
            label={t('front.code')}
            hint={t('front.code_hint')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <SubmitButton look="plain">{t('front.resume')}</SubmitButton>
        </form>
      </Section>
      <Section title={t('front.here_title')}>
        <p>{t('front.here_text')}</p>
        <p className="actions">
          <LinkButton href={paths.organisation.ask()}>{t('auth.organisation.title')}</LinkButton>
          <a href={paths.admin.login()}>{t('auth.sign_in_operator')}</a>
        </p>
      </Section>
    </NarrowFrame>
  )
}

import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { setUpForm } from '#app/domain/identity/second-factor/second-factor.ts'
import { paths } from '#app/paths.ts'
import { QrCode } from '#app/print/qr/QrCode.tsx'
import type { Handle } from '#app/server/routing/trees.ts'
import { ownAccount, setUpAction, shownSecret } from '#app/server/sign-in/second-factor.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { PostButton, SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { CodeField, HiddenField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { RecoveryCodes } from '#app/ui/identity/sign-in/RecoveryCodes.tsx'

/** Sets up an operator's second factor, or moves it to another phone. It has no menu: it may have to be done first. */
export const handle = {
  access: 'admin.profile.edit',
  confirm: 'view',
  beforeSecondFactor: true,
  title: 'second_factor.one',
  look: 'staff',
} satisfies Handle

export function loader({ context }: LoaderFunctionArgs) {
  const { session } = ownAccount(context)
  return {
    shown: shownSecret(context),
    owner: session.email,
    has: session.second_factor,
    must: context.lacksSecondFactor,
  }
}

export const action = setUpAction

export default function SecondFactor() {
  const { shown: offered, owner, has, must } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTranslation()
  const { offer, typed, image } = answer?.shown ?? offered
  const [form, fields] = useFormOf(setUpForm, answer?.result, { code: '', offer })
  if (answer?.codes) {
    return (
      <NarrowFrame>
        <RecoveryCodes
          title={t('second_factor.is_on')}
          codes={answer.codes}
          owner={owner}
          next={{ label: t('second_factor.codes_kept'), href: paths.admin.dashboard() }}
        />
      </NarrowFrame>
    )
  }
  return (
    <NarrowFrame>
      <h1>{t(has ? 'second_factor.replace' : 'second_factor.set_up')}</h1>
      {must ? <Notice title={t('second_factor.must')}>{t('second_factor.must_text')}</Notice> : null}
      <p>{t(has ? 'second_factor.replace_text' : 'second_factor.text')}</p>
      <section aria-labelledby="scan">
        <h2 id="scan">{t('second_factor.scan')}</h2>
        <QrCode image={image} label={t('second_factor.qr')} />
        <p>{t('second_factor.type')}</p>
        <p className="key">
          <code>{typed}</code>
        </p>
      </section>
      <section aria-labelledby="prove">
        <h2 id="prove">{t('second_factor.prove')}</h2>
        <form method="post" id={form.id} className="fields" noValidate>
          <ErrorSummary form={form} noun="second_factor" />
          <CodeField of={fields.code} label={t('second_factor.code')} hint={t('second_factor.code_hint')} />
          <HiddenField of={fields.offer} value={offer} />
          <SubmitButton>{t('second_factor.turn_on')}</SubmitButton>
        </form>
      </section>
      {must ? (
        <PostButton action={paths.logout()} look="link">
          {t('common.sign_out')}
        </PostButton>
      ) : (
        <p>
          <a href={paths.admin.profile()}>{t('second_factor.not_now')}</a>
        </p>
      )}
    </NarrowFrame>
  )
}

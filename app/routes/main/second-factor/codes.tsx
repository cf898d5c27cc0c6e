import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { renewRecoveryCodes, secondFactorOf } from '#app/domain/identity/second-factor/second-factor.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ownAccount } from '#app/server/sign-in/second-factor.ts'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { RecoveryCodes } from '#app/ui/identity/sign-in/RecoveryCodes.tsx'

/** A new set of recovery codes in place of the old. */
export const handle = {
  access: 'admin.profile.edit',
  confirm: 'view',
  title: 'second_factor.codes',
  look: 'staff',
} satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const { actor, session } = ownAccount(context)
  if (!session.second_factor) throw redirect(paths.admin.secondFactor())
  const { codes_left } = await secondFactorOf(await context.read(), actor.id)
  return { codes_left, owner: session.email }
}

/** The codes are in this answer and nowhere else. */
export async function action({ context }: ActionFunctionArgs) {
  const { actor } = ownAccount(context)
  return { codes: await context.write((trx) => renewRecoveryCodes(trx, actor)) }
}

export default function RenewRecoveryCodes() {
  const { codes_left, owner } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTranslation()
  if (answer) {
    return (
      <NarrowFrame>
        <RecoveryCodes
          title={t('second_factor.codes_new')}
          codes={answer.codes}
          owner={owner}
          next={{ label: t('second_factor.codes_kept'), href: paths.admin.profile() }}
        />
      </NarrowFrame>
    )
  }
  return (
    <NarrowFrame>
      <h1>{t('second_factor.renew')}</h1>
      <p>{t('second_factor.left', { count: codes_left })}</p>
      <p>{t('second_factor.renew_text')}</p>
      <form method="post" className="fields">
        <SubmitButton>{t('second_factor.renew_button')}</SubmitButton>
      </form>
      <p>
        <a href={paths.admin.profile()}>{t('second_factor.keep')}</a>
      </p>
    </NarrowFrame>
  )
}

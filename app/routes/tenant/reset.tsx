import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { resetAction, resetLoader } from '#app/server/sign-in/recovery.ts'
import { ResetPage } from '#app/ui/identity/sign-in/RecoveryPages.tsx'

export const handle = { access: 'guest', title: 'auth.reset.title', look: 'public' } satisfies Handle

export const loader = resetLoader
export const action = resetAction

export default function Reset() {
  const { t } = useTranslation()
  return (
    <ResetPage
      {...useLoaderData<typeof loader>()}
      forgot={paths.forgot()}
      submit={t('auth.reset.submit')}
      lastResult={useActionData<typeof action>()}
    />
  )
}

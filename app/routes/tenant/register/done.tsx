import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { submittedApplication } from '#app/domain/enrolment/online-registration/drafts.ts'
import { paths } from '#app/paths.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import { registering } from '#app/server/register/registering.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { MessagePage } from '#app/ui/core/page/MessagePage.tsx'

/** It is handed in: its number, and the page on which the family follows it. */
export const handle = { access: 'guest', title: 'register.done.title', look: 'public' } satisfies Handle

export const headers = unlisted

export async function loader(args: LoaderFunctionArgs) {
  const { draft, foreign } = await registering(args)
  if (!draft?.application_id || foreign) throw redirect(paths.register.start())
  return submittedApplication(await args.context.read(), draft.application_id)
}

export default function Done() {
  const { number, public_code, estimate_sen: _ } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <NarrowFrame>
      <MessagePage
        title={t('register.done.title')}
        tone="good"
        text={t('register.done.text', { number })}
        actions={
          <>
            <LinkButton href={paths.application.status(public_code)} look="primary">
              {t('register.done.status')}
            </LinkButton>
            <PostButton action={paths.register.forget()} look="link">
              {t('register.done.another')}
            </PostButton>
          </>
        }
      >
        <p>{t('register.done.keep')}</p>
      </MessagePage>
    </NarrowFrame>
  )
}

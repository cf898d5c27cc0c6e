import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatRinggit } from '#app/domain/core/money.ts'
import { isOwed, registrationFee } from '#app/domain/enrolment/applications/registration-fee.ts'
import { submittedApplication } from '#app/domain/enrolment/online-registration/drafts.ts'
import { paths } from '#app/paths.ts'
import { lastingOrigin } from '#app/server/api/tenant.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import { registering } from '#app/server/register/registering.ts'
import { keysOf } from '#app/server/request/keys.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { TextField } from '#app/ui/core/form/fields.tsx'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { MessagePage } from '#app/ui/core/page/MessagePage.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

/** It is submitted: its number, what happens next, and the link to keep; whom to ask is below on every page. */
export const handle = { access: 'guest', title: 'register.done.title', look: 'public' } satisfies Handle

export const headers = unlisted

export async function loader(args: LoaderFunctionArgs) {
  const { context } = args
  const { draft, foreign, staff } = await registering(args)
  if (!draft?.application_id || foreign) throw redirect(paths.register.start())
  const db = await context.read()
  const { number, public_code } = await submittedApplication(db, draft.application_id)
  const fee = await registrationFee(db, keysOf(context), draft.application_id, context.today)
  const link = lastingOrigin(context) + paths.application.status(public_code)
  return { number, public_code, link, staff, fee_sen: isOwed(fee) ? fee!.due_sen : 0 }
}

export default function Done() {
  const { number, public_code, link, staff, fee_sen } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <NarrowFrame>
      <MessagePage
        title={t('register.done.title')}
        tone="good"
        actions={
          <LinkButton href={paths.application.status(public_code)} look="primary">
            {t('register.done.status')}
          </LinkButton>
        }
      >
        <p>{unbroken(t('register.done.text', { number }))}</p>
        <div className="fields">
          <TextField
            of={{
              id: 'status_link',
              name: 'status_link',
              errorId: 'e',
              descriptionId: 'h',
              initialValue: link,
            }}
            label={t('register.done.link')}
            hint={t('register.done.keep')}
            optional={false}
            readOnly
          />
        </div>
      </MessagePage>
      {fee_sen > 0 && (
        <Notice tone="warning">
          <p>{t('register.status.fee', { amount: formatRinggit(fee_sen), number })}</p>
        </Notice>
      )}
      <Section title={t('register.done.next_title')}>
        <ol>
          <li>{t('register.done.next_check')}</li>
          <li>{t('register.done.next_answer')}</li>
          <li>{t('register.done.next_invoice')}</li>
        </ol>
      </Section>
      <PostButton action={paths.register.forget()} look="link">
        {t(staff ? 'register.done.another_family' : 'register.done.another')}
      </PostButton>
    </NarrowFrame>
  )
}

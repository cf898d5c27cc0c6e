import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { unbrokenPhone } from '#app/domain/core/contact/phone.ts'
import { pendingPhoneProof, provePhone } from '#app/domain/enrolment/online-registration/drafts.ts'
import { codeForm } from '#app/domain/identity/accounts/account-forms.ts'
import { codeLife } from '#app/domain/identity/codes/one-time-code.ts'
import { paths } from '#app/paths.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import { phoneProofCookie } from '#app/server/http/cookies.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import { withDraft } from '#app/server/register/registering.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { CodePage } from '#app/ui/identity/sign-in/CodePage.tsx'

/** Takes the code that was sent to the phone of a family. */
export const handle = { access: 'guest', title: 'auth.code_title', look: 'public' } satisfies Handle

export const headers = unlisted

export async function loader(args: LoaderFunctionArgs) {
  await withDraft(args)
  const pending = await pendingPhoneProof(await args.context.read(), await phoneProofCookie.of(args.request))
  if (!pending) throw redirect(paths.register.review())
  return { pending }
}

export async function action(args: ActionFunctionArgs) {
  const { context, request } = args
  const { draft } = await withDraft(args)
  const pending = await phoneProofCookie.of(request)
  return answerForm(args, codeForm, async ({ code }) => {
    await provePhone(context.write, context.services.ring, draft, { pending, code, ip: context.actor.ip })
    const headers = { 'set-cookie': await phoneProofCookie.end() }
    return redirect(`${paths.register.review()}#hand-in`, { headers })
  })
}

export default function PhoneCode() {
  const { pending } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <CodePage
      title={t('auth.code_title')}
      about={t('register.prove.sent', {
        phone: unbrokenPhone(pending.address),
        minutes: codeLife.seconds / 60,
      })}
      pending={pending}
      again={paths.register.phone()}
      other={{ label: t('register.prove.other'), href: paths.register.parent(1) }}
      submit={t('register.prove.confirm')}
      lastResult={useActionData<typeof action>()}
    />
  )
}

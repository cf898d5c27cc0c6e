import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { unbrokenPhone } from '#app/domain/core/contact/phone.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { findDraft, pendingPhoneProof, provePhone } from '#app/domain/enrolment/online-registration/drafts.ts'
import { countSubmission } from '#app/domain/enrolment/online-registration/submit.ts'
import { codeForm } from '#app/domain/identity/accounts/account-forms.ts'
import { codeLife } from '#app/domain/identity/codes/one-time-code.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import { phoneProofCookie } from '#app/server/http/cookies.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import { handIn, hasAgreed } from '#app/server/register/hand-in.ts'
import { withDraft } from '#app/server/register/registering.ts'
import { isProven, reachedPhone } from '#app/server/register/reviewed.ts'
import { keysOf } from '#app/server/request/keys.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { CodePage } from '#app/ui/identity/sign-in/CodePage.tsx'

/** Takes the code that was sent to the phone of a family, and sends the registration to which it has agreed. */
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
  const known = await withDraft(args)
  const pending = await phoneProofCookie.of(request)
  const { write, services, actor } = context
  /** The draft as it is by now: a button pressed twice has done its work in another request. */
  const again = async () =>
    (await write((trx) => findDraft(trx, keysOf(context), known.seeker)))?.draft ?? known.draft
  return answerForm(args, codeForm, async ({ code }) => {
    try {
      await provePhone(write, services.ring, known.draft, { pending, code, ip: actor.ip })
    } catch (error) {
      const draft = await again()
      if (draft.application_id) return redirect(paths.register.done())
      if (!isProven({ ...known, draft })) throw error
    }
    const proven = { ...known, draft: await again() }
    if (proven.draft.application_id) return redirect(paths.register.done())
    if (!hasAgreed(proven.draft)) return redirect(`${paths.register.review()}#hand-in`)
    await countSubmission(write, actor.ip, reachedPhone(proven))
    try {
      await write((trx) => handIn(trx, context, proven, proven.draft.version))
    } catch (error) {
      const refusal = asRefusal(error)
      if (!refusal) throw error
      // A class filled up meanwhile, or something was changed in another window: the summary names it.
      return redirectWith(
        paths.register.review(),
        'refused',
        { ...refusal.values, code: refusal.code } as never,
        'error',
      )
    }
    context.cookies.push(await phoneProofCookie.end())
    return redirect(paths.register.done())
  })
}

export default function PhoneCode() {
  const { pending } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <CodePage
      title={t('register.prove.title')}
      about={t('register.prove.sent', {
        phone: unbrokenPhone(pending.address),
        minutes: codeLife.seconds / 60,
      })}
      pending={pending}
      again={paths.register.phone()}
      other={{ label: t('register.prove.other'), href: paths.register.parent(1, { check: '1' }) }}
      submit={t('register.prove.confirm')}
      lastResult={useActionData<typeof action>()}
    />
  )
}

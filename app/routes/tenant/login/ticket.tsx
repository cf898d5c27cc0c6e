import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Refusal, statusOf } from '#app/domain/core/refusal.ts'
import { redeemTicket, ticketHolder } from '#app/domain/identity/accounts/organisations.ts'
import { paths } from '#app/paths.ts'
import { formOf } from '#app/server/forms/form-data.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { refuseInactive, signedIn } from '#app/server/sign-in/signed-in.ts'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { LinkRefused, MessagePage } from '#app/ui/core/page/MessagePage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/**
 * Where the choice of an organisation leads. It says as whom one would sign in and waits for the button: a link alone
 * signs nobody in, neither by accident nor as somebody else.
 */
export const handle = { access: 'guest', title: 'auth.sign_in', look: 'public' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const ticket = new URL(request.url).searchParams.get('ticket')
  const holder = await ticketHolder(await context.read(), ticket)
  if ('refusal' in holder)
    return data({ refusal: holder.refusal, name: '', ticket: '' }, { status: statusOf(holder.refusal) })
  return data({ refusal: null, name: holder.name, ticket: ticket ?? '' }, { status: 200 })
}

export async function action({ request, context }: ActionFunctionArgs) {
  refuseInactive(context)
  const ticket = (await formOf(request)).get('ticket')
  const { id, refusal } = await context.write((trx) => redeemTicket(trx, context.actor, String(ticket)))
  if (refusal) throw new Refusal(refusal)
  return signedIn(context, id, 'organisation')
}

export default function Ticket() {
  const { refusal, name, ticket } = useLoaderData<typeof loader>()
  const { organisation } = usePage()
  const { t } = useTranslation()
  return (
    <NarrowFrame>
      {refusal ? (
        <LinkRefused
          code={refusal}
          text={t('auth.ticket.refused_hint')}
          actions={<LinkButton href={paths.login()}>{t('auth.sign_in')}</LinkButton>}
        />
      ) : (
        <MessagePage
          title={t('auth.ticket.title', { organisation: organisation.name })}
          text={t('auth.ticket.text', { name })}
          actions={
            <>
              <PostButton action={paths.ticket()} look="primary" fields={{ ticket }}>
                {t('auth.ticket.go')}
              </PostButton>
              <a href={paths.login()}>{t('auth.ticket.not_me')}</a>
            </>
          }
        />
      )}
    </NarrowFrame>
  )
}

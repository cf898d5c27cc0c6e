import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '#app/domain/core/dates.ts'
import { asRefusal, statusOf } from '#app/domain/core/refusal.ts'
import { tokenShape } from '#app/domain/identity/passwords/tokens.ts'
import { redeemHelpTicket } from '#app/domain/platform/help-visits/change-help-visit.ts'
import { helpTicketOf } from '#app/domain/platform/help-visits/find-help-visits.ts'
import { paths } from '#app/paths.ts'
import { helperCookie, helpTicketCookie } from '#app/server/http/cookies.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { LinkRefused, MessagePage } from '#app/ui/core/page/MessagePage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/**
 * Where an operator's visit begins on the organisation's own host. The ticket goes from the address into a cookie at once, so
 * that it stands in no history and no link; and it waits for the button: a link alone lets nobody in.
 */
export const handle = { access: 'guest', title: 'help_visit.one', look: 'public' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const given = new URL(request.url).searchParams.get('ticket')
  if (given !== null) {
    const cookie = tokenShape.test(given) ? await helpTicketCookie.set(given) : await helpTicketCookie.end()
    throw redirect(paths.help.enter(), { headers: { 'set-cookie': cookie } })
  }
  const main = context.services.sites.main.origin + paths.admin.entity.list()
  const visit = await helpTicketOf(await context.read(), await helpTicketCookie.of(request))
  if (!visit) return data({ visit: null, main }, { status: statusOf('help_visit.ticket') })
  return data({
    visit: { name: visit.operator_name, until: formatTime(visit.ends_at, context.locale) },
    main,
  })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const ticket = (await helpTicketCookie.of(request)) ?? ''
  const headers = new Headers({ 'set-cookie': await helpTicketCookie.end() })
  try {
    const token = await context.write((trx) => redeemHelpTicket(trx, ticket))
    headers.append('set-cookie', await helperCookie.set(token))
    return redirect(paths.dashboard(), { headers })
  } catch (error) {
    if (!asRefusal(error)) throw error
    // The page says it: without the cookie there is no ticket any more.
    return redirect(paths.help.enter(), { headers })
  }
}

export default function EnterToHelp() {
  const { visit, main } = useLoaderData<typeof loader>()
  const { organisation } = usePage()
  const { t } = useTranslation()
  return (
    <NarrowFrame>
      {visit ? (
        <MessagePage
          title={t('help_visit.enter_title', { organisation: organisation.name })}
          text={t('help_visit.enter_text', visit)}
          actions={
            <PostButton action={paths.help.enter()} look="primary">
              {t('help_visit.enter_go')}
            </PostButton>
          }
        />
      ) : (
        <LinkRefused
          code="help_visit.ticket"
          text={t('help_visit.ticket_hint')}
          actions={<LinkButton href={main}>{t('help_visit.to_organisations')}</LinkButton>}
        />
      )}
    </NarrowFrame>
  )
}

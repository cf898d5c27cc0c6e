import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { composed } from '#app/domain/messaging/inbox/composed.ts'
import { messagesOfFamily } from '#app/domain/messaging/inbox/family-messages.ts'
import { reachedParent } from '#app/domain/people/parents/find-parents.ts'
import { paths } from '#app/paths.ts'
import { composingFor } from '#app/server/messages/composing.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { EmptyState } from '#app/ui/core/feedback/EmptyState.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { Entries } from '#app/ui/core/page/Facts.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { deliveryLine } from '#app/ui/messaging/inbox/delivery-line.ts'

/** What a family was sent, and by which channels it arrived. */
export const handle = { access: 'family.view', titled: true } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.parent')
  const scope = context.scope('family.view')
  const db = await context.read()
  const parent = await reachedParent(db, scope, id)
  const rows = await messagesOfFamily(db, scope, id)
  const words = await composed(db, rows, composingFor(context))
  return {
    title: context.t('inbox.of', { name: parent.name }),
    id,
    mayChoose: context.can('family.contact'),
    rows: rows.map(({ id, created_at, deliveries }) => ({
      ...{ id, created_at, deliveries },
      subject: words.get(id)?.subject ?? null,
    })),
  }
}

export default function FamilyMessages() {
  const { title, id, rows, mayChoose } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ViewPage
      title={title}
      back={{ label: t('family.one'), href: paths.family.view(id) }}
      actions={
        mayChoose ? (
          <LinkButton href={paths.familyMessage.channels(id)}>{t('opt_out.choose')}</LinkButton>
        ) : undefined
      }
    >
      {rows.length === 0 ? (
        <EmptyState title={t('inbox.family_empty')} />
      ) : (
        <Entries
          items={rows.map((row) => ({
            title: row.subject ?? t('inbox.gone'),
            href: paths.familyMessage.view(row.id),
            meta: [
              formatInstant(row.created_at, locale),
              ...row.deliveries.map((one) => deliveryLine(one, t)),
            ].join(' · '),
          }))}
        />
      )}
    </ViewPage>
  )
}

import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { deviceInWords } from '#app/domain/identity/accounts/device.ts'
import { operatorSessionsOf } from '#app/domain/identity/accounts/sessions.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ownAccount } from '#app/server/sign-in/second-factor.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { PostButton } from '#app/ui/core/form/Button.tsx'
import { PageHeader } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

/** Where an operator is signed in. */
export const handle = { access: 'admin.profile.view', title: 'operator.sessions' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const { actor, session } = ownAccount(context)
  const unknown = context.t('profile.session.unknown')
  const rows = await operatorSessionsOf(await context.read(), actor.id)
  return {
    rows: rows.map((row) => ({ ...row, device: deviceInWords(row.device, unknown) })),
    own: session.id,
  }
}

const columns = columnsOf<Awaited<ReturnType<typeof operatorSessionsOf>>[number]>()(
  { key: 'device', label: 'profile.device' },
  { key: 'last_used_at', label: 'operator.last_used_at', kind: 'instant' },
  { key: 'created_at', label: 'operator.signed_in_at', kind: 'instant' },
  { key: 'ip', label: 'profile.ip' },
)

export default function Sessions() {
  const { rows, own } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <>
      <PageHeader
        title={t('operator.sessions')}
        subtitle={t('operator.sessions_hint')}
        back={{ label: t('operator.profile'), href: paths.admin.profile() }}
        actions={
          rows.length > 1 ? (
            <PostButton action={paths.admin.profileSessionsEnd()}>{t('operator.end_others')}</PostButton>
          ) : null
        }
      />
      <Table
        caption={t('operator.sessions')}
        columns={columns}
        rows={rows}
        cells={{
          last_used_at: (row) =>
            row.id === own ? (
              <StatusBadge status="active" tone="good" label={t('operator.this_session')} />
            ) : (
              formatInstant(row.last_used_at, locale)
            ),
        }}
        actions={(row) =>
          row.id === own ? null : (
            <PostButton action={paths.admin.profileSessionEnd(row.id)} look="link">
              {t('operator.end_session')}
            </PostButton>
          )
        }
      />
    </>
  )
}

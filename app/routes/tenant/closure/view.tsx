import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { countCancelledBy } from '#app/domain/classes/closures/change-closure.ts'
import { closure, mayChangeClosure } from '#app/domain/classes/closures/find-closures.ts'
import { formatDate, formatDays, formatInstant } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ConfirmButton, LinkButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

export const handle = { access: 'attendance.print', title: 'closure.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const db = await context.read()
  const row = await closure(db, context.scope('attendance.print'), idOf(params, 'not_found.closure'))
  return {
    row,
    cancelled: await countCancelledBy(db, row),
    mayEdit:
      context.can('attendance.remove') && mayChangeClosure(context.scope('attendance.remove'), row.branch_id),
  }
}

export default function ViewClosure() {
  const { row, cancelled, mayEdit } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const [first, last] = [formatDate(row.starts_on, locale), formatDate(row.ends_on, locale)]
  return (
    <ViewPage
      title={row.name}
      subtitle={formatDays(row.starts_on, row.ends_on, locale)}
      back={{ label: t('closure.plural'), href: paths.closure.list() }}
      actions={
        <>
          <a href={paths.class_session.calendar({ day: row.starts_on })}>{t('closure.calendar')}</a>
          {mayEdit && (
            <>
              <LinkButton href={paths.closure.edit(row.id)} look="primary">
                {t('common.action.edit')}
              </LinkButton>
              <ConfirmButton
                label={t('common.action.remove')}
                text={t('closure.remove_question', { name: row.name })}
                action={paths.closure.remove(row.id)}
                confirm={t('common.action.remove')}
                fields={{ version: String(row.version) }}
              />
            </>
          )}
        </>
      }
    >
      <Facts
        columns={2}
        items={[
          { label: t('closure.starts_on'), value: first },
          { label: t('closure.ends_on'), value: last },
          { label: t('closure.branch_id'), value: row.branch ?? t('closure.every_branch') },
          { label: t('closure.cancelled'), value: String(cancelled) },
          { label: t('common.field.updated_at'), value: formatInstant(row.updated_at, locale) },
        ]}
      />
    </ViewPage>
  )
}

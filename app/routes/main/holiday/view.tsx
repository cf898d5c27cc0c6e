import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import { holiday } from '#app/domain/core/holidays/find-holidays.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ConfirmButton, LinkButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

export const handle = { access: 'admin.holiday.view', title: 'holiday.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const row = await holiday(await context.read(), idOf(params, 'not_found.holiday'))
  return { row, mayEdit: context.operatorCan('admin.holiday.edit') }
}

export default function ViewHoliday() {
  const { row, mayEdit } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ViewPage
      title={row.name}
      subtitle={formatDate(row.closed_on, locale)}
      back={{ label: t('holiday.plural'), href: paths.admin.holiday.list() }}
      actions={
        mayEdit ? (
          <>
            <LinkButton href={paths.admin.holiday.edit(row.id)} look="primary">
              {t('common.action.edit')}
            </LinkButton>
            <ConfirmButton
              label={t('common.action.remove')}
              text={t('holiday.remove_question', { name: row.name })}
              action={paths.admin.holiday.remove(row.id)}
              confirm={t('common.action.remove')}
              fields={{ version: String(row.version) }}
            />
          </>
        ) : null
      }
    >
      <Facts
        columns={2}
        items={[
          { label: t('holiday.closed_on'), value: formatDate(row.closed_on, locale) },
          { label: t('holiday.yearly'), value: t(`holiday.repeats.${row.yearly ? 'yearly' : 'once'}`) },
          { label: t('holiday.state'), value: row.state ?? t('holiday.everywhere') },
          { label: t('common.field.updated_at'), value: formatInstant(row.updated_at, locale) },
        ]}
      />
    </ViewPage>
  )
}

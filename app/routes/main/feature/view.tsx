import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { isEssential } from '#app/domain/core/features/feature.ts'
import { feature } from '#app/domain/platform/features/features.ts'
import { paths } from '#app/paths.ts'
import { featureOf } from '#app/server/features/feature-param.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { ConfirmButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

export const handle = { access: 'admin.feature.view', title: 'feature.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const row = await feature(await context.read(), featureOf(params))
  return { row, mayEdit: context.operatorCan('admin.feature.edit') && !isEssential(row.code) }
}

export default function ViewFeature() {
  const { row, mayEdit } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const name = t(`feature.name.${row.code}`)
  const status = paths.admin.feature.status(row.code)
  const version = String(row.version)
  const off = (
    <ConfirmButton
      label={t('feature.switch_off')}
      text={t('feature.off_question', { name })}
      action={status}
      confirm={t('feature.switch_off')}
      fields={{ status: 'inactive', version }}
    />
  )
  const on = (
    <PostButton action={status} fields={{ status: 'active', version }}>
      {t('feature.switch_on')}
    </PostButton>
  )
  return (
    <ViewPage
      title={name}
      subtitle={t(`feature.text.${row.code}`)}
      back={{ label: t('feature.plural'), href: paths.admin.feature.list() }}
      status={<StatusBadge status={row.status} />}
      actions={mayEdit ? (row.status === 'active' ? off : on) : null}
    >
      {isEssential(row.code) ? <Notice>{t('feature.essential')}</Notice> : null}
      <Facts
        columns={2}
        items={[
          { label: t('common.field.updated_at'), value: formatInstant(row.updated_at, locale) },
          {
            label: t('package.plural'),
            wide: true,
            value: row.packages.map(({ id, name: called }, index) => (
              <span key={id}>
                {index > 0 ? ', ' : ''}
                <a href={paths.admin.package.view(id)}>{called}</a>
              </span>
            )),
          },
        ]}
      />
    </ViewPage>
  )
}

import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { organisationsWithPackage, salesPackage } from '#app/domain/platform/packages/find-packages.ts'
import { packageFacts } from '#app/domain/platform/packages/package.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { ConfirmButton, LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section, ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

export const handle = { access: 'admin.package.view', title: 'package.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.package')
  const db = await context.read()
  const [row, having] = await Promise.all([salesPackage(db, id), organisationsWithPackage(db, id)])
  return { row, having, mayEdit: context.operatorCan('admin.package.edit') }
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['row']

export default function ViewPackage() {
  const { row, having, mayEdit } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ViewPage
      title={row.name}
      subtitle={row.description ?? t('package.subtitle')}
      back={{ label: t('package.plural'), href: paths.admin.package.list() }}
      status={<StatusBadge status={row.status} />}
      actions={mayEdit ? <Verbs row={row} used={having.count > 0} /> : null}
    >
      <Facts columns={2} items={packageFacts(row, t)} />
      <Section title={t('package.having', { count: having.count })}>
        {having.count > 0 ? (
          <ul className="plain">
            {having.first.map(({ id, name, subdomain, expires_on }) => (
              <li key={id}>
                <a href={paths.admin.entity.view(id)}>{name}</a> <span className="quiet">{subdomain}</span> ·{' '}
                {t('package.until', { on: formatDate(expires_on, locale) })}
              </li>
            ))}
            {having.count > having.first.length ? (
              <li>{t('package.more', { count: having.count - having.first.length })}</li>
            ) : null}
          </ul>
        ) : (
          <p>{t('package.nobody')}</p>
        )}
      </Section>
    </ViewPage>
  )
}

function Verbs({ row, used }: { row: Row; used: boolean }) {
  const { t } = useTranslation()
  const to = paths.admin.package
  const version = String(row.version)
  return (
    <>
      <LinkButton href={to.edit(row.id)} look="primary">
        {t('common.action.edit')}
      </LinkButton>
      {row.status === 'active' ? (
        <ConfirmButton
          label={t('common.action.deactivate')}
          text={t('package.deactivate_question', { name: row.name })}
          action={to.status(row.id)}
          confirm={t('common.action.deactivate')}
          fields={{ status: 'inactive', version }}
        />
      ) : (
        <PostButton action={to.status(row.id)} fields={{ status: 'active', version }}>
          {t('common.action.activate')}
        </PostButton>
      )}
      {used ? null : (
        <ConfirmButton
          label={t('common.action.remove')}
          text={t('package.remove_question', { name: row.name })}
          action={to.remove(row.id)}
          confirm={t('common.action.remove')}
          fields={{ version }}
        />
      )}
    </>
  )
}

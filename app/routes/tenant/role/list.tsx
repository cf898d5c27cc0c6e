import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { roles } from '#app/domain/access.ts'
import { type RoleGroup, roleGroupNames } from '#app/domain/role-words.ts'
import { paths } from '#app/paths.ts'
import { searchIn } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { PageHeader } from '#app/ui/page/PageHeader.tsx'
import { Section } from '#app/ui/page/Section.tsx'
import { RoleGroupOf, RoleOverview, RolesBeside, roleCount, roleName } from '#app/ui/roles/RoleTables.tsx'
import { FilterSelect } from '#app/ui/table/Filters.tsx'

/** The permission table in words, made from the table itself. */
export const handle = { access: 'role.view', title: 'role.title' } satisfies Handle

const search = z.object({
  role: z.enum(roles).optional().catch(undefined),
  area: z
    .enum(roleGroupNames as [RoleGroup, ...RoleGroup[]])
    .optional()
    .catch(undefined),
})

export const loader = ({ request }: LoaderFunctionArgs) => searchIn(request, { search })

export default function Roles() {
  const { role, area } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const shown = area ? [area] : roleGroupNames
  return (
    <>
      <PageHeader
        title={role ? t('role.question', { role: roleName(role, t) }) : t('role.title')}
        subtitle={role ? `${t(`role.means.${role}`)} ${roleCount(role, t)}.` : t('role.subtitle')}
        {...(role ? { back: { label: t('role.title'), href: paths.roles() } } : {})}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: <search> is too young for the phones that come here */}
      <form className="search" role="search">
        <FilterSelect
          name="role"
          label={t('role.one')}
          value={role}
          all={t('role.every_role')}
          options={roles.map((value) => ({ value, label: roleName(value, t) }))}
        />
        <FilterSelect
          name="area"
          label={t('role.area')}
          value={area}
          all={t('role.all_resources')}
          options={roleGroupNames.map((value) => ({ value, label: t(`role.group.${value}`) }))}
        />
        <button type="submit">{t('common.action.apply')}</button>
      </form>
      {!role && !area && <RoleOverview />}
      {shown.map((group) =>
        role ? (
          <RoleGroupOf key={group} role={role} group={group} />
        ) : (
          <RolesBeside key={group} group={group} />
        ),
      )}
      <Section title={t('role.rules')}>
        <ul>
          {(['four_eyes', 'own_roles', 'last', 'elsewhere', 'money'] as const).map((rule) => (
            <li key={rule}>{t(`role.rule.${rule}`)}</li>
          ))}
        </ul>
      </Section>
    </>
  )
}

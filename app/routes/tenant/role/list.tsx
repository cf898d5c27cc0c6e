import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { type Role, roles } from '#app/domain/core/access/access.ts'
import { type Part, rightsOf } from '#app/domain/core/access/role-words.ts'
import { countHolders } from '#app/domain/people/staff/find-staff.ts'
import { paths } from '#app/paths.ts'
import { searchIn } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { PageHeader, Section, SubNav } from '#app/ui/core/page/ViewPage.tsx'

/** The permission table in words, one role at a time, made from the table itself. */
export const handle = { access: 'role.view', title: 'role.title' } satisfies Handle

const search = z.object({ role: z.enum(roles).catch('superadmin') })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { role } = searchIn(request, { search })
  return { role, holders: await countHolders(await context.read(), context.scope('staff.view'), role) }
}

export default function Roles() {
  const { role, holders } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const name = (one: Role) => t(`common.role.${one}`)
  return (
    <>
      <PageHeader title={t('role.title')} subtitle={t('role.subtitle')} />
      <SubNav
        label={t('role.one')}
        items={roles.map((one) => ({
          label: name(one),
          href: paths.staff.roles({ role: one }),
          current: one === role,
        }))}
      />
      <Facts
        items={[
          { label: name(role), value: t(`role.means.${role}`), wide: true },
          {
            label: t('role.held_by'),
            value: t('role.people', { count: holders }),
            // Families have no page among the staff.
            href: role === 'parent' || holders === 0 ? null : paths.staff.list({ role }),
          },
        ]}
      />
      <RoleRights role={role} />
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

/** What a role may do, part by part of the product; a part in which it may do nothing is left out. */
function RoleRights({ role }: { role: Role }) {
  const { t } = useTranslation()
  return rightsOf(role).map(({ group, rights }) => (
    <Section key={group} title={t(`role.group.${group}`)}>
      <Facts
        items={rights.map(({ resource, parts }) => ({
          label: t(`role.resource.${resource}`),
          value: <Rights parts={parts} />,
          wide: true as const,
        }))}
      />
    </Section>
  ))
}

/** The verbs of each reach on a line of its own. */
function Rights({ parts }: { parts: readonly Part[] }) {
  const { t } = useTranslation()
  return parts.map(({ scope, verbs }) => (
    <div key={scope}>
      {verbs.map((verb) => t(`role.verb.${verb}`)).join(', ')}{' '}
      <span className="quiet">· {t(`role.scope.${scope}`)}</span>
    </div>
  ))
}

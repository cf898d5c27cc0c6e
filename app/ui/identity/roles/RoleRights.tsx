import { useTranslation } from 'react-i18next'
import type { Role } from '#app/domain/core/access/access.ts'
import { type Part, rightsOf } from '#app/domain/core/access/role-words.ts'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'

/** What a role may do, part by part of the product; a part in which it may do nothing is left out. */
export function RoleRights({ role }: { role: Role }) {
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

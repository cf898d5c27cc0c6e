import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { permissions, type Role, roles } from '#app/domain/access.ts'
import { columnsOf } from '#app/domain/lists/columns.ts'
import { countOf, type Part, partsOf, type RoleGroup, roleGroups } from '#app/domain/role-words.ts'
import { paths } from '#app/paths.ts'
import { Section } from '#app/ui/page/Section.tsx'
import { Table } from '#app/ui/table/Table.tsx'

export const roleName = (role: Role, t: TFunction): string => t(`common.role.${role}`)

/** How much of the table a role has. */
export const roleCount = (role: Role, t: TFunction): string =>
  t('role.counted', { count: countOf(role), total: permissions.length })

const overviewColumns = columnsOf<{ role: string; who: string; count: number }>()(
  { key: 'role', label: 'role.one' },
  { key: 'who', label: 'role.who_label' },
  { key: 'count', label: 'role.count_label', kind: 'count' },
)

/** The roles there are, each leading to what it may do. */
export function RoleOverview() {
  const { t } = useTranslation()
  return (
    <Section title={t('role.overview')}>
      <Table
        caption={t('role.overview')}
        columns={overviewColumns}
        rows={roles.map((key) => ({
          key,
          role: roleName(key, t),
          who: t(`role.means.${key}`),
          count: countOf(key),
        }))}
        open={({ key }) => paths.roles(key)}
        rowKey={({ key }) => key}
      />
    </Section>
  )
}

const oneColumns = columnsOf<{ resource: string; may: string; rows: string }>()(
  { key: 'resource', label: 'role.resource_label' },
  { key: 'may', label: 'role.may_label' },
  { key: 'rows', label: 'role.rows_label' },
)

/** What one role may do in one part of the product. */
export function RoleGroupOf({ role, group }: { role: Role; group: RoleGroup }) {
  const { t } = useTranslation()
  const title = t(`role.group.${group}`)
  const rows = roleGroups[group].flatMap((resource) =>
    partsOf(role, resource).map((part) => ({
      key: `${resource} ${part.scope}`,
      resource: t(`role.resource.${resource}`),
      may: verbsOf(part, t),
      rows: t(`role.scope.${part.scope}`),
    })),
  )
  return (
    <Section title={title}>
      {rows.length === 0 ? (
        <p className="quiet">{t('role.nothing')}</p>
      ) : (
        <div className="even">
          <Table caption={title} columns={oneColumns} rows={rows} rowKey={({ key }) => key} />
        </div>
      )}
    </Section>
  )
}

type Row = { resource: string } & Record<Role, Part[]>

const sideColumns = columnsOf<Row>()(
  { key: 'resource', label: 'role.resource_label' },
  ...roles.map((role) => ({ key: role, label: `common.role.${role}` })),
)

/** All roles beside each other in one part of the product. */
export function RolesBeside({ group }: { group: RoleGroup }) {
  const { t } = useTranslation()
  const title = t(`role.group.${group}`)
  const rows = roleGroups[group].map((resource) => ({
    resource: t(`role.resource.${resource}`),
    ...Object.fromEntries(roles.map((role) => [role, partsOf(role, resource)])),
  })) as Row[]
  return (
    <Section title={title}>
      <div className="even">
        <Table
          caption={title}
          columns={sideColumns}
          rows={rows}
          rowKey={({ resource }) => resource}
          cells={Object.fromEntries(roles.map((role) => [role, (row: Row) => <Cell parts={row[role]} />]))}
        />
      </div>
    </Section>
  )
}

function Cell({ parts }: { parts: Part[] }) {
  const { t } = useTranslation()
  if (parts.length === 0) return '–'
  return (
    <div className="small">
      {parts.map((part) => (
        <div key={part.scope}>
          {verbsOf(part, t)} <span className="quiet">({t(`role.scope.${part.scope}`)})</span>
        </div>
      ))}
    </div>
  )
}

const verbsOf = ({ verbs }: Part, t: TFunction) => verbs.map((verb) => t(`role.verb.${verb}`)).join(', ')

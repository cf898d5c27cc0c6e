import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '#app/domain/audit/log/audit.ts'
import { changedFields, type Lookup } from '#app/domain/audit/log/words.ts'
import { formatInstant } from '#app/domain/core/dates.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { deviceInWords, deviceOf } from '#app/domain/identity/accounts/device.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section, ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { plainQuery } from '#app/ui/core/table/query.ts'
import { Table } from '#app/ui/core/table/Table.tsx'

interface Field {
  id: string
  label: string
  before: string
  after: string
}

const columns = columnsOf<Field>()(
  { key: 'label', label: 'audit.field' },
  { key: 'before', label: 'audit.before' },
  { key: 'after', label: 'audit.after' },
)

interface AuditEntryViewProps {
  entry: AuditEntry
  /** Address of the list that it is from, without its query. */
  list: string
  /** What belongs to every link into the list. */
  keep?: Record<string, string | undefined>
  /** The page of what the entry is about, if the reader may open it. */
  page: string | null
  /** The organisation, on the platform's side. */
  entity?: string | null | undefined
  children?: ReactNode
}

/** One entry of an audit log: who, what, when, from where, and what it was before and after. */
export function AuditEntryView({ entry, list, keep = {}, page, entity, children }: AuditEntryViewProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const lookup = useLookup()
  const { action, object_type, object_id, before, after, actor_type, actor_id, request_id } = entry
  const listed = (search: Record<string, string | null>) => list + plainQuery({ ...keep, ...search })
  const fields = changedFields(object_type, before, after, lookup, locale)
  const device = deviceOf(entry.user_agent)
  const kind = device && t(`audit.kinds.${device.kind}`)
  return (
    <ViewPage
      title={t(`audit.actions.${action}`)}
      subtitle={entry.about ?? undefined}
      back={{ label: t('audit.plural'), href: listed({}) }}
      actions={page ? <LinkButton href={page}>{t('audit.open_object')}</LinkButton> : null}
    >
      {children}
      <Facts
        columns={2}
        items={[
          {
            label: t('audit.actor'),
            // A name says by itself that it is somebody's.
            value: [entry.actor_name, actor_type !== 'user' && t(`audit.actor_types.${actor_type}`)]
              .filter(Boolean)
              .join(' · '),
          },
          { label: t('audit.at'), value: formatInstant(entry.at, locale) },
          { label: t('audit.object_type'), value: lookup(`audit.objects.${object_type}`) ?? object_type },
          { label: t('audit.ip'), value: entry.ip },
          entity !== undefined && { label: t('audit.entity'), value: entity },
          {
            label: t('audit.device'),
            value: device && `${deviceInWords(device, t('audit.unknown_device'))} (${kind})`,
          },
          { label: t('audit.request_id'), value: request_id && <code>{request_id}</code> },
          { label: t('audit.position'), value: entry.position },
          { label: t('audit.seal'), value: entry.seal ?? t('audit.unsealed') },
          object_id !== null && { label: t('audit.object_id'), value: <code>{object_id}</code> },
        ]}
      />
      <Section title={t('audit.change')}>
        {fields.length > 0 ? (
          <Table
            caption={t('audit.change')}
            columns={before ? columns : columns.filter(({ key }) => key !== 'before')}
            rows={fields.map((field) => ({
              id: field.key,
              label: field.label,
              before: field.before.join('\n'),
              after: field.after.join('\n'),
            }))}
            cells={{
              before: (row) => <Lines text={row.before} />,
              after: (row) => <Lines text={row.after} />,
            }}
          />
        ) : (
          <p className="quiet">{t('audit.no_change')}</p>
        )}
      </Section>
      <p className="section actions">
        {object_id && <a href={listed({ object: object_type, object_id })}>{t('audit.same_object')}</a>}
        {actor_id && <a href={listed({ person: actor_id })}>{t('audit.same_person')}</a>}
        {request_id && <a href={listed({ q: request_id })}>{t('audit.same_request')}</a>}
      </p>
    </ViewPage>
  )
}

function Lines({ text }: { text: string }) {
  if (text === '') return <span className="quiet">–</span>
  const lines = text.split('\n')
  if (lines.length === 1) return <>{text}</>
  return (
    <div>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a value never change their order
        <div key={index}>{line}</div>
      ))}
    </div>
  )
}

/** Words by key where there may be none; a key that names a group of words is none. */
export function useLookup(): Lookup {
  const { t } = useTranslation()
  return (key, values) => {
    const found: unknown = t(key, { ...values, defaultValue: '', returnObjects: true })
    return typeof found === 'string' && found !== '' ? found : undefined
  }
}

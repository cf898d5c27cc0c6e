import { z } from 'zod'
import { columnsOf } from '#app/domain/lists/columns.ts'
import { dateFilter, idFilter, oneOf, searchOf } from '#app/domain/lists/search.ts'
import { keptNouns } from '#app/domain/nouns.ts'

/** The first parts of actions, which are what they were done to; each has its words in `audit.groups`. */
export const actionGroups = [
  ...keptNouns,
  'audit',
  'credit',
  'entity',
  'identity',
  'invoice',
  'job',
  'label',
  'operator',
  'payment',
  'payment_attempt',
  'platform_invoice',
  'profile',
  'receipt',
  'registration',
  'session',
  'staff',
  'subscription',
  'user',
] as const

/** What entries are about; each has its word in `audit.objects`. */
export const objectTypes = [
  ...keptNouns,
  'audit_log',
  'entity',
  'entity_registration',
  'invoice',
  'job',
  'label',
  'operator',
  'parent',
  'payment',
  'payment_attempt',
  'platform_invoice',
  'session',
  'setting',
  'staff',
  'subscription',
  'user',
  'user_account',
] as const

export const actorTypes = ['user', 'operator', 'system', 'guest', 'api'] as const

/** Entries that a list pages through, and an export holds, at most; whoever wants older ones says until when. */
export const mostEntries = 10_000

export interface AuditRow {
  id: string
  at: Date
  actor_type: string
  actor_name: string
  action: string
  object_type: string
  /** What it was done to, by its number, name or code where the entry has one. */
  about: string | null
  ip: string | null
  object_id: string | null
  request_id: string | null
}

export interface PlatformAuditRow extends AuditRow {
  entity: string | null
}

export const auditColumns = columnsOf<AuditRow>()(
  { key: 'action', label: 'audit.action', words: 'audit.actions' },
  { key: 'about', label: 'audit.about' },
  { key: 'actor_name', label: 'audit.actor' },
  { key: 'at', label: 'audit.at', kind: 'instant', sort: true },
  { key: 'ip', label: 'audit.ip' },
)

export const platformAuditColumns = columnsOf<PlatformAuditRow>()(
  { key: 'action', label: 'audit.action', words: 'audit.actions' },
  { key: 'about', label: 'audit.about' },
  { key: 'entity', label: 'audit.entity' },
  { key: 'actor_name', label: 'audit.actor' },
  { key: 'at', label: 'audit.at', kind: 'instant', sort: true },
  { key: 'ip', label: 'audit.ip' },
)

const exported = [
  { key: 'object_id', label: 'audit.object_id' },
  { key: 'request_id', label: 'audit.request_id' },
] as const
export const auditExportColumns = [...auditColumns, ...exported]
export const platformAuditExportColumns = [...platformAuditColumns, ...exported]

const filters = {
  from: dateFilter,
  to: dateFilter,
  person: idFilter,
  actor_type: oneOf(actorTypes),
  group: oneOf(actionGroups),
  object: oneOf(objectTypes),
  object_id: z.string().max(100).optional().catch(undefined),
}

export const auditSearch = searchOf(['at'], filters)
export type AuditSearch = z.output<typeof auditSearch>

/** `entity_id`: entries of the platform's log about an organisation. `entity`: the log of that organisation instead. */
export const platformAuditSearch = searchOf(['at'], { ...filters, entity_id: idFilter, entity: idFilter })
export type PlatformAuditSearch = z.output<typeof platformAuditSearch>

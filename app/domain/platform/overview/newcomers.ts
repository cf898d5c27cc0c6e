import { columnsOf } from '#app/domain/core/lists/columns.ts'
import type { EntityRow, RegistrationRow } from './newcomers.server.ts'

export const entityColumns = columnsOf<EntityRow>()(
  { key: 'name', label: 'admin.dashboard.entity' },
  { key: 'subdomain', label: 'admin.dashboard.subdomain' },
  { key: 'today_sen', label: 'admin.dashboard.collected_today', kind: 'money', room: 'much' },
  { key: 'status', label: 'admin.dashboard.status', kind: 'status' },
)

export const registrationColumns = columnsOf<RegistrationRow>()(
  { key: 'organisation_name', label: 'admin.dashboard.entity' },
  { key: 'reference', label: 'admin.dashboard.reference' },
  { key: 'subdomain', label: 'admin.dashboard.subdomain' },
  { key: 'contact_email', label: 'admin.dashboard.contact' },
  { key: 'reserved_until', label: 'admin.dashboard.reserved_until', kind: 'instant' },
)

import { noun } from '../noun-paths.ts'

/** Operators, and what the platform's logs tell of them. */
export const adminOperatorPaths = {
  operator: {
    ...noun('admin/operator'),
    secondFactor: (id: string) => `/admin/operator/second-factor/${id}`,
    invite: (id: string) => `/admin/operator/invite/${id}`,
  },
  log: {
    audit: () => '/admin/log/audit',
    /** The log of one organisation. */
    auditOf: (entity: string) => `/admin/log/audit?entity=${entity}`,
    /** What was done about one in the platform's own log. */
    auditAbout: (entity_id: string) => `/admin/log/audit?entity_id=${entity_id}`,
    entry: (id: string, entity?: string) => `/admin/log/audit/view/${id}${entity ? `?entity=${entity}` : ''}`,
    verify: () => '/admin/log/audit/verify',
    login: () => '/admin/log/login',
  },
}

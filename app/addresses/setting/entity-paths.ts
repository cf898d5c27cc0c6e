import { entityHelpPaths } from './help-paths.ts'

/** What operators do to an organisation besides what is done to every noun. */
export const entityPaths = {
  note: (id: string) => `/admin/entity/note/${id}`,
  domain: (id: string) => `/admin/entity/domain/${id}`,
  domainAllow: (id: string) => `/admin/entity/domain-allow/${id}`,
  ...entityHelpPaths,
} as const

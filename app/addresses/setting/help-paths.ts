/** Where an operator comes to an organisation's own host, and leaves it again. */
export const helpPaths = {
  enter: () => '/help/enter',
  enterWith: (ticket: string) => `/help/enter?ticket=${ticket}`,
  leave: () => '/help/leave',
} as const

/** Where an organisation lets one look. */
export const helpSettingPaths = {
  help: () => '/setting/help',
  helpCode: () => '/setting/help/code',
  helpWithdraw: (id: string) => `/setting/help/withdraw/${id}`,
  helpEnd: (id: string) => `/setting/help/end/${id}`,
  /** What the log says of a visit. */
  helpLog: (id: string) => `/log/audit?object=help_visit&object_id=${id}`,
} as const

/** The operator's side; `open` and `leave` are about a visit. */
export const entityHelpPaths = {
  help: (id: string) => `/admin/entity/help/${id}`,
  helpOpen: (id: string) => `/admin/entity/help/open/${id}`,
  helpLeave: (id: string) => `/admin/entity/help/leave/${id}`,
} as const

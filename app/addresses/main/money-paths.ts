/** Of the operator: what came in through the platform, what it earned by it, and where each sen of it is. */
export const adminMoneyPaths = {
  collection: () => '/admin/collection',
  collectionView: (id: string) => `/admin/collection/view/${id}`,
  report: { collection: () => '/admin/report/collection', daily: () => '/admin/report/daily' },
  revenue: {
    list: () => '/admin/revenue',
    view: (id: string) => `/admin/revenue/view/${id}`,
    cost: () => '/admin/revenue/cost',
    costNew: () => '/admin/revenue/cost/new',
  },
  payout: {
    list: (status?: 'on_hold') => `/admin/payout${status ? `?status=${status}` : ''}`,
    view: (id: string) => `/admin/payout/view/${id}`,
    approve: (id: string) => `/admin/payout/approve/${id}`,
    release: (id: string) => `/admin/payout/release/${id}`,
    hold: (id: string) => `/admin/payout/hold/${id}`,
    cancel: (id: string) => `/admin/payout/cancel/${id}`,
    paid: (id: string) => `/admin/payout/paid/${id}`,
    failed: (id: string) => `/admin/payout/failed/${id}`,
    send: () => '/admin/payout/send',
    file: (id: string) => `/admin/payout/file/${id}`,
    sent: () => '/admin/payout?status=processing',
    waiting: () => '/admin/payout/waiting',
    /** Of an organisation. */
    day: (entity_id: string) => `/admin/payout/day/${entity_id}`,
    prepare: (entity_id: string) => `/admin/payout/prepare/${entity_id}`,
  },
  payoutDay: {
    accept: (id: string) => `/admin/payout-day/accept/${id}`,
    refuse: (id: string) => `/admin/payout-day/refuse/${id}`,
  },
  payoutAdjustment: {
    list: (status?: 'requested') => `/admin/payout-adjustment${status ? `?status=${status}` : ''}`,
    view: (id: string) => `/admin/payout-adjustment/view/${id}`,
    new: (entity_id?: string) => `/admin/payout-adjustment/new${entity_id ? `?entity_id=${entity_id}` : ''}`,
    approve: (id: string) => `/admin/payout-adjustment/approve/${id}`,
    reject: (id: string) => `/admin/payout-adjustment/reject/${id}`,
    withdraw: (id: string) => `/admin/payout-adjustment/withdraw/${id}`,
  },
  payoutLayout: {
    list: () => '/admin/payout-layout',
    new: () => '/admin/payout-layout/new',
    edit: (key: string) => `/admin/payout-layout/edit/${key}`,
    remove: (key: string) => `/admin/payout-layout/remove/${key}`,
  },
  trace: (q?: string) => `/admin/trace${q === undefined ? '' : `?q=${encodeURIComponent(q)}`}`,
  equation: {
    list: (state?: 'red' | 'green') => `/admin/equation${state ? `?state=${state}` : ''}`,
    view: (id: string) => `/admin/equation/view/${id}`,
  },
}

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
  },
  trace: (q?: string) => `/admin/trace${q === undefined ? '' : `?q=${encodeURIComponent(q)}`}`,
  equation: {
    list: (state?: 'red' | 'green') => `/admin/equation${state ? `?state=${state}` : ''}`,
    view: (id: string) => `/admin/equation/view/${id}`,
  },
}

import { button, page, pages } from './pages.ts'

export const year_archive = pages('tenant/year-archive', {
  list: page('/year-archive', 'month.print'),
  view: page('/year-archive/view/:id', 'month.print'),
  file: page('/year-archive/file/:id', 'month.print'),
})

/** What a family may see of itself: asked for by a parent, or by the office. */
export const family_archive = pages('tenant/family-archive', {
  own: page('/profile/data', 'dashboard.family'),
  office: page('/family/data/:id', 'parent.remove'),
  /** Of who has asked for it, and of nobody else. */
  view: page('/profile/data/view/:id', 'profile.view'),
  file: page('/profile/data/file/:id', 'profile.view'),
})

export const accounting_export = pages('tenant/accounting-export', {
  list: page('/accounting-export', 'month.print'),
  view: page('/accounting-export/view/:month', 'month.print'),
  make: button('/accounting-export/make/:month', 'month.close'),
  accounts: page('/accounting-export/accounts', { view: 'month.print', change: 'month.close' }),
  file: page('/accounting-export/file/:id/:shape', 'month.print'),
})

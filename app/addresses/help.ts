import { bare, button, page, pages } from './pages.ts'

/** The help centre, on both kinds of hosts. What is fixed, such as `/help/enter`, comes before its papers. */
export const help_page = pages('shared/help-page', {
  index: bare('/help', 'guest', 'centre'),
  search: bare('/help/search', 'guest'),
  paper: bare('/help/:section/:slug', 'guest'),
  print: bare('/help/:section/:slug/print', 'guest'),
})

/** What an organisation writes for its families, and the operator's terms that it agrees to. */
export const legal_paper = pages('tenant/legal-paper', {
  list: page('/setting/legal', 'legal_paper.view'),
  edit: page('/setting/legal/edit/:slug', 'legal_paper.edit'),
  agree: button('/setting/legal/agree', 'legal_paper.agree'),
})

export const legal_consent = pages('tenant/legal-consent', {
  list: page('/legal-consent', 'consent.view'),
})

import { bare, pages } from './pages.ts'

/** The help centre, on both kinds of hosts. What is fixed, such as `/help/enter`, comes before its papers. */
export const help_page = pages('shared/help-page', {
  index: bare('/help', 'guest', 'centre'),
  search: bare('/help/search', 'guest'),
  paper: bare('/help/:section/:slug', 'guest'),
  print: bare('/help/:section/:slug/print', 'guest'),
})

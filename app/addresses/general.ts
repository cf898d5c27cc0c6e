import { bare, button, page, pages } from './pages.ts'

export const general = pages('tenant', {
  home: bare('/', 'guest'),
  login: bare('/login', 'guest', 'login/email'),
  confirm: bare('/confirm', 'signed-in'),
  loginPhone: bare('/login/phone', 'guest', 'login/phone'),
  loginCode: bare('/login/phone/code', 'guest', 'login/phone-code'),
  loginFact: bare('/login/phone/family', 'guest', 'login/phone-fact'),
  loginFactMail: bare('/login/phone/e-mail', 'guest', 'login/phone-fact-mail'),
  loginCodeAgain: bare('/login/phone/again', 'guest', 'login/phone-again'),
  ticket: bare('/login/ticket', 'guest', 'login/ticket'),
  forgot: bare('/forgot', 'guest'),
  reset: bare('/reset', 'guest'),
  invitation: bare('/invitation', 'guest'),
  /** For who holds an invoice on paper and has no link. */
  pay: bare('/pay', 'guest'),
  dashboard: page('/dashboard', 'dashboard.view'),
  /** Everything that the organisation knows, by name or number. */
  search: page('/search', 'student.view', 'search/search'),
  basket: page('/basket', 'dashboard.family'),
  /** A parent's message to the office, written for them. */
  ask: page('/ask', 'dashboard.family'),
  document: page('/document/:id', 'signed-in', 'document/view'),
  documentFile: page('/document/file/:id', 'signed-in', 'document/file'),
  arrears: page('/arrears', 'arrears.view', 'arrears/list'),
  logout: bare('/logout', 'guest', 'shared/logout'),
  language: bare('/language/:locale', 'guest', 'shared/language'),
  notFound: bare('/*', 'guest', 'shared/not-found'),
})

export const organisation = pages('main/login', {
  code: bare('/login/organisation/code', 'guest', 'organisation-code'),
  again: bare('/login/organisation/again', 'guest', 'organisation-again'),
  choose: bare('/login/organisation/choose', 'guest', 'organisation-choose'),
  ask: bare('/login/organisation', 'guest', 'shared/login/organisation'),
})

export const profile = pages('tenant/profile', {
  view: page('/profile', 'profile.view'),
  edit: page('/profile/edit', { view: 'profile.view', change: 'profile.edit' }),
  contact: page('/profile/contact', { view: 'profile.view', change: 'profile.edit' }),
  contactSend: button('/profile/contact/send', 'profile.edit'),
  contactCancel: button('/profile/contact/cancel', 'profile.edit'),
  password: page('/profile/password', { view: 'profile.view', change: 'profile.edit' }),
  avatar: page('/profile/avatar', { view: 'profile.view', change: 'profile.edit' }),
  avatarRemove: button('/profile/avatar/remove', 'profile.edit'),
  picture: page('/profile/picture/:id', 'signed-in'),
  sessions: page('/profile/session', 'profile.view', 'session'),
  sessionEnd: button('/profile/session/end/:id', 'profile.edit'),
  sessionsEnd: button('/profile/session/end-others', 'profile.edit'),
  log: page('/profile/log', 'profile.view'),
  switch: button('/profile/switch', 'profile.view'),
})

export const help = pages('tenant/help', {
  enter: bare('/help/enter', 'guest'),
  leave: bare('/help/leave', 'guest'),
})

export const log = pages('tenant/log', {
  audit: page('/log/audit', 'audit.view', 'audit-list'),
  entry: page('/log/audit/view/:id', 'audit.view', 'audit-view'),
  verify: page('/log/audit/verify', 'audit.view', 'audit-verify'),
  anchorMail: button('/log/audit/anchor-mail', 'backup.run', 'audit-anchor-mail'),
  login: page('/log/login', 'audit.view', 'login-list'),
})

export const papers = pages('tenant/list', {
  export: bare('/:name/export/:format', 'signed-in'),
  logPrint: bare('/log/:log/print', 'signed-in', 'print', 'tenant/log.print'),
  logExport: bare('/log/:log/export/:format', 'signed-in', 'export', 'tenant/log.export'),
  reportPrint: bare('/report/:group/:report/print', 'signed-in', 'print', 'tenant/report.print'),
  reportExport: bare('/report/:group/:report/export/:format', 'signed-in', 'export', 'tenant/report.export'),
  /** A list that can be printed, by its name: on paper, and with the search that it was left with. */
  print: bare('/:name/print', 'signed-in'),
})

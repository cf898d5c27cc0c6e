import { bare, button, page, pages } from './pages.ts'

export const admin = pages('main', {
  home: bare('/', 'guest'),
  login: bare('/admin/login', 'guest', 'login/email'),
  forgot: bare('/admin/forgot', 'guest'),
  reset: bare('/admin/reset', 'guest'),
  loginCode: bare('/admin/login/code', 'guest', 'login/code'),
  secondFactor: bare('/admin/second-factor', 'admin.profile.edit', 'second-factor/set-up'),
  secondFactorCodes: bare('/admin/second-factor/codes', 'admin.profile.edit', 'second-factor/codes'),
  secondFactorOff: bare('/admin/second-factor/off', 'admin.profile.edit', 'second-factor/off'),
  dashboard: page('/admin/dashboard', 'admin.dashboard.view'),
  collection: page('/admin/collection', 'admin.collection.view', 'collection/list'),
  collectionView: page('/admin/collection/view/:id', 'admin.collection.view', 'collection/view'),
  trace: page('/admin/trace', 'admin.collection.view', 'trace/search'),
  search: page('/admin/search', 'admin.dashboard.view', 'search/search'),
  fpx: page('/admin/fpx', 'admin.fpx.view', 'fpx/overview'),
  jobView: page('/admin/job/view/:id', 'admin.job.view', 'job/view'),
  jobRetry: button('/admin/job/retry/:id', 'admin.job.retry', 'job/retry'),
  profile: page('/admin/profile', 'admin.profile.view', 'profile/view'),
  profileEdit: page('/admin/profile/edit', 'admin.profile.edit', 'profile/edit'),
  profileContact: page('/admin/profile/contact', 'admin.profile.edit', 'profile/contact'),
  profileContactSend: button('/admin/profile/contact/send', 'admin.profile.edit', 'profile/contact-send'),
  profileContactCancel: button(
    '/admin/profile/contact/cancel',
    'admin.profile.edit',
    'profile/contact-cancel',
  ),
  profilePassword: page('/admin/profile/password', 'admin.profile.edit', 'profile/password'),
  profileSessions: page('/admin/profile/session', 'admin.profile.view', 'profile/session'),
  profileSessionEnd: button('/admin/profile/session/end/:id', 'admin.profile.edit', 'profile/session-end'),
  profileSessionsEnd: button(
    '/admin/profile/session/end-others',
    'admin.profile.edit',
    'profile/sessions-end',
  ),
  profileSignIns: page('/admin/profile/log', 'admin.profile.view', 'profile/log'),
  confirm: bare('/admin/confirm', 'operator'),
  invitation: bare('/admin/invitation', 'guest'),
  smtp: bare('/smtp', 'guest'),
  job: page('/admin/job', 'admin.job.view', 'job/list'),
})

export const front = pages('main/register', {
  start: bare('/register', 'guest'),
  packages: bare('/register/package', 'guest', 'offers'),
  continue: bare('/register/continue', 'guest'),
  begin: bare('/register/organisation/begin', 'guest'),
  /** Where it goes on, by the code of what was begun. */
  resume: bare('/register/organisation/:code', 'guest'),
  package: bare('/register/organisation/:code/package', 'guest'),
  organisation: bare('/register/organisation/:code/organisation', 'guest'),
  contact: bare('/register/organisation/:code/contact', 'guest'),
  subdomain: bare('/register/organisation/:code/subdomain', 'guest'),
  bank: bare('/register/organisation/:code/bank', 'guest'),
  documents: bare('/register/organisation/:code/documents', 'guest'),
  document: bare('/register/organisation/:code/document/:id', 'guest'),
  documentRemove: bare('/register/organisation/:code/document/remove', 'guest'),
  connections: bare('/register/organisation/:code/connections', 'guest'),
  review: bare('/register/organisation/:code/review', 'guest'),
  forget: bare('/register/organisation/:code/forget', 'guest'),
  done: bare('/register/organisation/:code/done', 'guest'),
})

export const billing = pages('main/billing', {
  pay: bare('/billing/:code', 'guest'),
  go: bare('/billing/go/:code', 'guest'),
  status: bare('/billing/status/:code', 'guest'),
})

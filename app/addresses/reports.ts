import { button, page, pages } from './pages.ts'
import { reportReaders } from './report-readers.ts'

export const report = pages('tenant/report', {
  index: page('/report', reportReaders, 'overview'),
})

/** Reports with filters of their own, under a name. */
export const saved_report = pages('tenant/saved-report', {
  new: page('/report/saved/new', reportReaders),
  open: page('/report/saved/open/:id', reportReaders),
  edit: page('/report/saved/edit/:id', reportReaders),
  mail: page('/report/saved/mail/:id', reportReaders),
  remove: button('/report/saved/remove/:id', reportReaders),
  stop: button('/report/saved/stop/:id', reportReaders),
})

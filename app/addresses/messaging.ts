import { button, page, pages } from './pages.ts'

const sends = { any: ['announcement.send', 'announcement.send_free'] } as const

export const announcement = pages('tenant/announcement', {
  list: page('/announcement', 'announcement.view'),
  new: page('/announcement/new', 'announcement.create'),
  view: page('/announcement/view/:id', 'announcement.view'),
  edit: page('/announcement/edit/:id', 'announcement.create'),
  duplicate: button('/announcement/duplicate/:id', 'announcement.create'),
  file: page('/announcement/file/:id', 'announcement.create'),
  getFile: page('/announcement/file/get/:id', 'announcement.view', 'file-get'),
  removeFile: button('/announcement/file/remove/:id', 'announcement.create', 'file-remove'),
  review: page('/announcement/review/:id', sends),
  schedule: page('/announcement/schedule/:id', sends),
  test: button('/announcement/test/:id', 'announcement.create'),
  cancel: button('/announcement/cancel/:id', sends),
  remove: button('/announcement/remove/:id', 'announcement.remove'),
})

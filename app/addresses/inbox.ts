import { bare, button, page, pages } from './pages.ts'

/** A person's own messages, as a parent, a trainer or staff. */
export const inbox = pages('tenant/inbox', {
  list: page('/inbox', 'profile.view'),
  view: page('/inbox/view/:id', 'profile.view'),
  print: bare('/inbox/print/:id', 'profile.view'),
  /** Of an announcement, by the id of the file. */
  file: page('/inbox/file/:id', 'profile.view'),
  readAll: button('/inbox/read-all', 'profile.edit'),
})

/** Without signing in, by the link in a message. */
export const optOut = pages('tenant/opt-out', {
  view: bare('/opt-out/:token', 'guest'),
  /** Called by mail programs; opened by a person it leads to the page. */
  oneClick: bare('/opt-out/:token/one-click', 'guest'),
})

export const ownChannels = pages('tenant/profile', {
  edit: page('/profile/channels', { view: 'profile.view', change: 'profile.edit' }, 'channels'),
})

/** What a family received, for the office. */
export const familyMessage = pages('tenant/family-message', {
  /** Of a parent. */
  list: page('/family/messages/:id', 'family.view'),
  channels: page('/family/channels/:id', 'family.contact'),
  view: page('/family/message/:id', 'family.view'),
  print: bare('/family/message/print/:id', 'family.view'),
  file: page('/family/message/file/:id', 'family.view'),
  again: button('/family/message/again/:id', 'family.contact'),
})

/** On which days an invoice is reminded of, in the order of its life. */
export const reminderSteps = [
  'issued',
  'before_3',
  'due',
  'after_7',
  'after_14',
  'after_30',
  'monthly',
] as const
export type ReminderStep = (typeof reminderSteps)[number]

/** How firmly it is said. The third leaves only after a person has pressed "send". */
export const reminderLevels = [1, 2, 3] as const
export type ReminderLevel = (typeof reminderLevels)[number]

export const levelOf: Readonly<Record<ReminderStep, ReminderLevel>> = {
  issued: 1,
  before_3: 1,
  due: 1,
  after_7: 2,
  after_14: 2,
  after_30: 3,
  monthly: 3,
}

/** Days between two messages to one family, whoever sends them. */
export const daysBetweenReminders = 3

/** Between which hours an organisation may choose, on a Malaysian clock. */
export const widestHours = { from: '09:00', until: '20:00' } as const

/** What can become of a reminder, in the order of its life. */
export const reminderStates = ['waiting', 'planned', 'sending', 'sent', 'unsent', 'dropped'] as const

/** A hold: it holds, its day is over, or somebody has ended it before. */
export const holdStates = ['holds', 'over', 'lifted'] as const

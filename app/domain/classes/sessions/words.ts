/** planned: to come; open: somebody marks it; confirmed: held, its marks count; cancelled: not held. */
export const sessionStatuses = ['planned', 'open', 'confirmed', 'cancelled'] as const
export type SessionStatus = (typeof sessionStatuses)[number]

/** makeup: in place of a cancelled session, or for students who missed one. */
export const sessionKinds = ['regular', 'extra', 'makeup'] as const
export type SessionKind = (typeof sessionKinds)[number]

export const marks = ['present', 'late', 'absent', 'excused'] as const
export type Mark = (typeof marks)[number]

/** From where a mark came: the page, the same page while the phone had no network, or a printed register. */
export const markSources = ['form', 'phone', 'register'] as const

/** Minutes that a session may take. */
export const sessionMinutes = { least: 15, most: 480 } as const

/** Sessions are made so many days ahead. */
export const daysAhead = 14

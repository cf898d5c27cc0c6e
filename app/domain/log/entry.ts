import { keptNouns } from '#app/domain/nouns.ts'

/** The first parts of actions, which are what they were done to; each has its words in `audit.groups`. */
export const actionGroups = [
  ...keptNouns,
  'application',
  'audit',
  'credit',
  'enrolment',
  'entity',
  'generation',
  'identity',
  'import',
  'invoice',
  'job',
  'label',
  'month',
  'operator',
  'parent',
  'payment',
  'payment_attempt',
  'payment_exception',
  'platform_invoice',
  'profile',
  'receipt',
  'registration',
  'reminder',
  'registration_form',
  'session',
  'staff',
  'student',
  'student_discount',
  'subject_fee',
  'subscription',
  'trainer',
  'user',
] as const

/** What entries are about; each has its word in `audit.objects`. */
export const objectTypes = [
  ...keptNouns,
  'application',
  'audit_log',
  'enrolment',
  'entity',
  'entity_registration',
  'generation',
  'import',
  'invoice',
  'job',
  'label',
  'month_closing',
  'operator',
  'parent',
  'payment',
  'payment_attempt',
  'payment_exception',
  'platform_invoice',
  'session',
  'setting',
  'staff',
  'student',
  'student_discount',
  'subject_fee',
  'subscription',
  'trainer',
  'user',
  'user_account',
] as const

export const actorTypes = ['user', 'operator', 'system', 'guest', 'api'] as const

/** Entries that a list pages through at most; whoever wants older ones says until when. */
export const mostEntries = 10_000

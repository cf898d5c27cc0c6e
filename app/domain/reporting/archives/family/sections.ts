/**
 * The lists of a family's archive: those that a parent reads themselves, by their names. What is not about the family, such as
 * classes that are open to anybody, is not among them; a test holds that each list of a parent is in one of the two.
 */
export const familySections = [
  'student',
  'application',
  'student-change',
  'student-discount',
  'attendance',
  'leave',
  'invoice',
  'payment',
  'credit-note',
  'family-credit',
  'credit-refund',
  'arrangement',
  'transfer-slip',
  'einvoice',
  'infaq',
  'zakat',
] as const

/** Lists that a parent may read and that say nothing of their family. */
export const notOfFamily: readonly string[] = ['branch', 'subject', 'trainer', 'parent', 'announcement']

/**
 * The nouns whose rows an organisation keeps by form: with a code, a name and a status, one version after the other,
 * and never deleted in earnest. Everything about such a noun is called by its name: its table, its permissions
 * (`category.edit`), its addresses, its group of sentences, its refusals and its entries in the audit log.
 */
export const keptNouns = [
  'branch',
  'category',
  'department',
  'discount',
  'fee_category',
  'fee_type',
  'infaq_type',
  'line_template',
  'module',
  'payment_option',
  'program',
  'subject',
  'zakat_type',
] as const
export type KeptNoun = (typeof keptNouns)[number]

/** A key of `every-noun.json` as it reads for each of them: `{noun}_created` is `branch_created` and so on. */
export type OfEachNoun<Key extends string> = Key extends `${infer Before}{noun}${infer After}`
  ? `${Before}${KeptNoun}${After}`
  : Key

/** An inactive row stays where it is used and is offered no more. */
export const keptStatuses = ['active', 'inactive'] as const
export type KeptStatus = (typeof keptStatuses)[number]

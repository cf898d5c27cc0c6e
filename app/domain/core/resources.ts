/**
 * The nouns whose rows an organisation keeps by form: with a code, a name and a status, one version after the other,
 * and never deleted in earnest. Everything about such a noun is called by its name: its table, its permissions
 * (`category.edit`), its addresses, its group of sentences, its refusals and its entries in the audit log.
 */
export const resourceNouns = [
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
export type ResourceNoun = (typeof resourceNouns)[number]

/** A key of `every-noun.json` as it reads for each of them: `{noun}_created` is `branch_created` and so on. */
export type OfEachNoun<Key extends string> = Key extends `${infer Before}{noun}${infer After}`
  ? `${Before}${ResourceNoun}${After}`
  : Key

/** An inactive row stays where it is used and is offered no more. */
export const resourceStatuses = ['active', 'inactive'] as const
export type ResourceStatus = (typeof resourceStatuses)[number]

/** Nouns that have a picture, which families see where they choose, and givers where they give. */
export const picturedNouns = ['program', 'subject', 'infaq_type', 'zakat_type'] as const

export type PicturedNoun = (typeof picturedNouns)[number]

import type { FeatureCode } from '#app/domain/core/features/feature.ts'

/** A list of a place; its label is the title of its page. */
export interface MenuTab<P> {
  label: string
  /** Its label for a reader whose permission reaches only their own rows, where that is another word. */
  own?: string
  href: string
  /** Any of these. */
  permission: P | readonly P[]
  /** Beginnings of further addresses that belong to it. */
  also?: readonly string[]
  /** Shown only if the organisation has one of these features, something is to do there, or earlier rows of them are being read. */
  features?: readonly FeatureCode[]
  /** Rarely needed: shown under "More". */
  rare?: true
}

/** An entry of the menu: the tabs of one kind of work. It leads to the first that the reader may open. */
export interface Place<P> {
  label: string
  /** Its label for readers who may not open its first tab. */
  without?: string
  tabs: readonly MenuTab<P>[]
}

/** A place of one page. */
export function only<P>(tab: MenuTab<P>): Place<P> {
  return { label: tab.label, tabs: [tab] }
}

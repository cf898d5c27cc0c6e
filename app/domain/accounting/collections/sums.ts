/** By what collections are added up. */
export const sumsBy = ['method', 'source', 'branch', 'clerk', 'day'] as const

/** What came in of one kind, less what was taken back of it; money in sen. */
export interface CollectionSum {
  /** A method, a source, a branch's or a clerk's id, or a day `YYYY-MM-DD`; null: nobody took it, it came by itself. */
  key: string | null
  /** The name of what has an id; else as `key`. */
  name: string | null
  /** Lines of the book, with those by which money went out. */
  lines: number
  gross_sen: number
  fees_sen: number
  net_sen: number
}

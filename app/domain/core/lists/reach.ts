/**
 * What a reader is limited to: branches by their names, or their own classes. Undefined for who sees the whole
 * organisation, and for a family.
 */
export type Reach = { only: 'branches'; branches: readonly string[] } | { only: 'classes' } | undefined

import { globSync } from 'node:fs'

/** With React's checks of what it is given, or with a module that is put in the place of another. */
export const apart = ['tests/walk/demo.http.test.ts', 'db/migrating/migrate.db.test.ts']

/** Kinds of test files; the first ones begin first. */
export const kinds = ['apart', 'http', 'db', 'unit'] as const

export type Kind = (typeof kinds)[number]

/** The kind of a test file, by its path from the root. */
export function kindOf(file: string): Kind {
  if (apart.includes(file)) return 'apart'
  return kinds.find((kind) => file.includes(`.${kind}.test.`)) ?? 'unit'
}

/** All test files of these kinds. */
export function filesOf(wanted: readonly Kind[]): string[] {
  return globSync('{app,db,jobs,tests}/**/*.test.{ts,tsx}').filter((file) => wanted.includes(kindOf(file)))
}

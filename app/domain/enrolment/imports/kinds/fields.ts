import type { Reader } from '#app/domain/core/spreadsheets/cells.ts'
import type { ImportField } from '../kind.ts'

/** Makes the fields of one noun: `called` says what a key is called, `words` by what its column is recognised. */
export const fieldsNamed =
  (called: (key: string) => Pick<ImportField, 'label' | 'of'>) =>
  (
    key: string,
    read: Reader,
    words: string,
    sample: ImportField['sample'] = '',
    more: Partial<ImportField> = {},
  ): ImportField => ({ key, ...called(key), read, sample, words, ...more })

export const needed = { required: true } as const

import { Refusal } from '#app/domain/core/refusal.ts'

interface Row {
  letter_key: string | null
  letter_type: string | null
  letter_bytes: number | null
}

/** Refuses (not_found.document) where none came with it, as of an account that came with a registration. */
export function letterOf({ letter_key, letter_type, letter_bytes }: Row) {
  if (letter_key === null || letter_type === null || letter_bytes === null)
    throw new Refusal('not_found.document')
  return { letter_key, letter_type, letter_bytes }
}

/** Sentences by their keys, in groups. */
export interface Sentences {
  [key: string]: string | Sentences
}

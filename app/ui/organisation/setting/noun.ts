import type { LabelKey, Labels, Noun } from '#app/domain/core/labels/label.ts'

/** A noun with the product's word for it and, where there is one, the organisation's own. */
export interface NounRow {
  key: LabelKey
  ours: Noun
  own?: Labels[LabelKey] | undefined
}

/** `student · students`; once where one and many are called the same. */
export function bothForms({ one, other }: { one: string; other?: string | undefined }): string {
  return other && other !== one ? `${one} · ${other}` : one
}

import { useTranslation } from 'react-i18next'
import { refusalIn } from '#app/ui/core/text/refusal-in.ts'

/**
 * What a field needs of conform's `FieldMetadata`: ids, the value to show, the errors, and what the schema demands.
 * A structural type, so that a page or a test may also hand over a plain object.
 */
export interface FieldOf {
  id: string
  name: string
  errorId: string
  descriptionId: string
  initialValue?: unknown
  errors?: readonly string[] | undefined
  required?: boolean | undefined
  minLength?: number | undefined
  maxLength?: number | undefined
  min?: string | number | undefined
  max?: string | number | undefined
  multiple?: boolean | undefined
}

/** What every field component takes. Texts are already in the reader's language. */
export interface FieldProps {
  of: FieldOf
  label: string
  /** A sentence of help under the label. */
  hint?: string | undefined
  /** Overrides what the schema says about the field being optional. */
  optional?: boolean | undefined
  readOnly?: boolean | undefined
  disabled?: boolean | undefined
}

/** The attributes that every input, select and textarea shares: name, ids, what it refers to, whether it is wrong. */
export function control({ of, hint, optional, readOnly, disabled }: Omit<FieldProps, 'label'>) {
  return {
    id: of.id,
    name: of.name,
    required: isOptional({ of, optional }) ? undefined : true,
    readOnly,
    disabled,
    maxLength: of.maxLength,
    ...aria({ of, hint }),
  }
}

/** What a screen reader announces besides the label. */
export function aria({ of, hint }: Pick<FieldProps, 'of' | 'hint'>) {
  const wrong = Boolean(of.errors?.length)
  const describedBy = [hint && of.descriptionId, wrong && of.errorId].filter(Boolean).join(' ')
  return {
    'aria-invalid': wrong || undefined,
    'aria-describedby': describedBy || undefined,
  }
}

export function isOptional({ of, optional }: Pick<FieldProps, 'of' | 'optional'>): boolean {
  return optional ?? !of.required
}

/** The one value of a field as text; lists and files have none. */
export function textOf(of: FieldOf): string | undefined {
  return typeof of.initialValue === 'string' ? of.initialValue : undefined
}

/** The values of a field that may have several. */
export function textsOf(of: FieldOf): readonly string[] {
  const { initialValue } = of
  if (Array.isArray(initialValue)) return initialValue.filter((value) => typeof value === 'string')
  return typeof initialValue === 'string' ? [initialValue] : []
}

/** The lines of a field that has several of them; none where something else was posted in their place. */
export function linesOf<Line>(of: { initialValue?: unknown; getFieldList(): Line[] }): Line[] {
  return of.initialValue === undefined || Array.isArray(of.initialValue) ? of.getFieldList() : []
}

/**
 * Turns an error code into the reader's sentence; a code without one is shown as it is.
 * A code may carry the values of its sentence: `input.too_long|{"max":20}`. Else the field's own limits fill them.
 */
export function useSentence() {
  const { t, i18n } = useTranslation()
  return (error: string, of?: Pick<FieldOf, 'min' | 'max' | 'minLength' | 'maxLength'>) => {
    const [code = ''] = error.split('|')
    return refusalIn({ t, locale: i18n.language }, code, {
      min: of?.min ?? of?.minLength ?? '',
      max: of?.max ?? of?.maxLength ?? '',
      ...valuesOf(error),
    })
  }
}

/** The values behind the code of an error (`errorOf`). */
export function valuesOf(error: string): Record<string, string | number> {
  const [, json = '{}'] = error.split(/\|(.*)/s)
  return JSON.parse(json)
}

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type FieldProps, isOptional, useSentence } from './control.ts'

/** Label, hint and errors around one control. */
export function Field({ of, label, hint, optional, children }: FieldProps & { children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={of.id}>
        {label}
        <Optional of={of} optional={optional} />
      </label>
      <Remarks of={of} hint={hint} />
      {children}
    </div>
  )
}

/** The same around several controls that answer one question. */
export function FieldGroup({ of, label, hint, optional, children }: FieldProps & { children: ReactNode }) {
  return (
    <fieldset className="field">
      <legend>
        {label}
        <Optional of={of} optional={optional} />
      </legend>
      <Remarks of={of} hint={hint} />
      {children}
    </fieldset>
  )
}

function Optional({ of, optional }: Pick<FieldProps, 'of' | 'optional'>) {
  const { t } = useTranslation()
  if (!isOptional({ of, optional })) return null
  return <span className="optional">{` (${t('common.optional')})`}</span>
}

/** Hint and errors, with the ids that `control` points at. */
export function Remarks({ of, hint }: Pick<FieldProps, 'of' | 'hint'>) {
  const { t } = useTranslation()
  const sentence = useSentence()
  return (
    <>
      {hint && (
        <p className="hint" id={of.descriptionId}>
          {hint}
        </p>
      )}
      {of.errors?.length ? (
        <p className="error" id={of.errorId}>
          <span className="hidden">{t('common.error_prefix')}: </span>
          {of.errors.map((code) => sentence(code, of)).join(' ')}
        </p>
      ) : null}
    </>
  )
}

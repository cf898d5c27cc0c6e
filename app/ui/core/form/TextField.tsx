import type { InputHTMLAttributes } from 'react'
import { formatPhone } from '#app/domain/core/contact/phone.ts'
import { control, type FieldProps, textOf } from './control.ts'
import { Field } from './Field.tsx'

type Input = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | 'autoComplete'
  | 'inputMode'
  | 'enterKeyHint'
  | 'placeholder'
  | 'spellCheck'
  | 'autoCapitalize'
  | 'autoCorrect'
  | 'step'
>

interface TextFieldProps extends FieldProps, Input {
  type?: 'text' | 'email' | 'tel' | 'url' | 'search' | 'number' | 'time' | 'month'
  /** Fixed text before or after what is typed, such as `.lunas.my`. */
  prefix?: string
  suffix?: string
  width?: 'short' | 'medium'
  /** What others have typed here: suggestions, not a limit. */
  list?: readonly string[]
}

/** One line of text; a telephone number, which is kept as it is dialled from abroad, as people here write it. */
export function TextField({
  of,
  label,
  hint,
  optional,
  readOnly,
  disabled,
  type,
  prefix,
  suffix,
  width,
  list,
  ...input
}: TextFieldProps) {
  const affixed = Boolean(prefix || suffix)
  const box = (
    <input
      {...control({ of, hint, optional, readOnly, disabled })}
      type={type}
      defaultValue={type === 'tel' ? formatPhone(textOf(of) ?? '') : textOf(of)}
      className={affixed ? undefined : width}
      list={list && `${of.id}-list`}
      {...input}
    />
  )
  return (
    <Field of={of} label={label} hint={hint} optional={optional}>
      {affixed ? (
        <div className={width ? `affix ${width}` : 'affix'}>
          {prefix && <span aria-hidden="true">{prefix}</span>}
          {box}
          {suffix && <span aria-hidden="true">{suffix}</span>}
        </div>
      ) : (
        box
      )}
      {list && (
        <datalist id={`${of.id}-list`}>
          {list.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      )}
    </Field>
  )
}

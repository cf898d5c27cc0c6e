import { control, type FieldProps } from './control.ts'
import { Field } from './Field.tsx'

/** The six digits of a one-time code, with room for a pasted gap; phones offer the one from the message that came in. */
export function CodeField(props: FieldProps) {
  return (
    <Field {...props}>
      <input
        {...control(props)}
        className="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={11}
        enterKeyHint="done"
      />
    </Field>
  )
}

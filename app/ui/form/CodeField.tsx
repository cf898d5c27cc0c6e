import { control, type FieldProps } from './control.ts'
import { Field } from './Field.tsx'

/** The six digits of a one-time code; phones offer the one from the message that just came in. */
export function CodeField(props: FieldProps) {
  return (
    <Field {...props}>
      <input
        {...control(props)}
        className="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        enterKeyHint="done"
      />
    </Field>
  )
}

import { control, type FieldProps } from './control.ts'
import { Field } from './Field.tsx'

interface PasswordFieldProps extends FieldProps {
  autoComplete: 'current-password' | 'new-password'
}

/** A password. What was typed is never sent back to the page. */
export function PasswordField({ autoComplete, ...props }: PasswordFieldProps) {
  return (
    <Field {...props}>
      <input
        {...control(props)}
        type="password"
        autoComplete={autoComplete}
        spellCheck={false}
        autoCapitalize="none"
      />
    </Field>
  )
}

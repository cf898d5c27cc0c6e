import { control, type FieldProps, textOf } from './control.ts'
import { Field } from './Field.tsx'

/** Several lines of text. */
export function TextArea({ rows = 4, ...props }: FieldProps & { rows?: number }) {
  return (
    <Field {...props}>
      <textarea {...control(props)} rows={rows} defaultValue={textOf(props.of)} />
    </Field>
  )
}

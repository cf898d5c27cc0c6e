import { control, type FieldProps, textOf } from './control.ts'
import { Field } from './Field.tsx'

/** A plain date, `YYYY-MM-DD` to the server whatever the browser shows. `min` and `max` are allowed dates. */
export function DateField({ min, max, autoComplete, ...props }: DateFieldProps) {
  return (
    <Field {...props}>
      <input
        {...control(props)}
        type="date"
        className="short"
        min={min}
        max={max}
        autoComplete={autoComplete}
        defaultValue={textOf(props.of)}
      />
    </Field>
  )
}

interface DateFieldProps extends FieldProps {
  min?: string
  max?: string
  autoComplete?: 'bday' | 'off'
}
